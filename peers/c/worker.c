/* blst as a C program calls it, as a worker: see docs/worker-protocol.md.
 *
 * The library is compiled from the sources that cargo has of the crate `blst`, the same that the Rust row links: what differs is the
 * language of the caller. Two rows that should be equal are a test of the lab.
 *
 * Time. As blst's authors state it: field, group and pairing constant, decoding and verification variable.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "blst.h"
#include "request.h"

#ifndef BLST_VERSION
#define BLST_VERSION "unknown"
#endif
#ifndef BLST_ENGINE
#define BLST_ENGINE "assembly"
#endif

/* Any argument or result of an operation, parsed. */
typedef union {
  blst_fp fp;
  blst_fr fr;
  blst_fp2 fp2;
  blst_fp12 fp12;
  blst_scalar scalar;
  blst_p1 p1;
  blst_p2 p2;
  blst_p1_affine a1;
  blst_p2_affine a2;
  bool verdict;
  struct {
    const uint8_t *at;
    size_t length;
  } bytes;
} value;

enum { ARGUMENTS = 4 };

/* What an argument is, and how a result is written. */
typedef enum { FP, FR, FP2, FP12, SCALAR, P1, P2, A1, A2, ON_CURVE_1, ON_CURVE_2, RAW, RAW_1, RAW_2, VERDICT } kind;

typedef struct {
  const char *id, *input, *checks, *time;
  kind arguments[ARGUMENTS];
  int count;
  kind result;
  /* The result of one call; false if the input is refused. */
  bool (*call)(value *out, const value *a);
} operation;

static bool below(const uint8_t *bytes, const char *modulus, size_t length) {
  for (size_t i = 0; i < length; i++) {
    unsigned digit;
    sscanf(modulus + 2 * i, "%2x", &digit);
    if (bytes[i] != digit) return bytes[i] < digit;
  }
  return false;
}

static const char P[] = "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";
static const char R[] = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";

static bool parse_fp(blst_fp *out, const uint8_t *bytes) {
  blst_fp_from_bendian(out, bytes);
  return below(bytes, P, 48);
}

static bool parse_scalar(blst_scalar *out, const uint8_t *bytes) {
  blst_scalar_from_bendian(out, bytes);
  return below(bytes, R, 32);
}

static bool decode1(blst_p1_affine *out, const uint8_t *bytes, size_t length) {
  return length == 48 && blst_p1_uncompress(out, bytes) == BLST_SUCCESS && blst_p1_affine_in_g1(out);
}

static bool decode2(blst_p2_affine *out, const uint8_t *bytes, size_t length) {
  return length == 96 && blst_p2_uncompress(out, bytes) == BLST_SUCCESS && blst_p2_affine_in_g2(out);
}

static void tower(blst_fp12 *f, blst_fp *places[12]) {
  for (int i = 0; i < 12; i++) places[i] = &f->fp6[i / 6].fp2[i / 2 % 3].fp[i % 2];
}

static bool parse(kind kind, value *out, const uint8_t *bytes, size_t length) {
  blst_p1_affine p;
  blst_p2_affine q;
  blst_scalar scalar;
  blst_fp *places[12];
  switch (kind) {
  case FP:
    return length == 48 && parse_fp(&out->fp, bytes);
  case FR:
    if (length != 32 || !parse_scalar(&scalar, bytes)) return false;
    blst_fr_from_scalar(&out->fr, &scalar);
    return true;
  case FP2:
    return length == 96 && parse_fp(&out->fp2.fp[0], bytes) && parse_fp(&out->fp2.fp[1], bytes + 48);
  case FP12:
    tower(&out->fp12, places);
    for (int i = 0; i < 12; i++)
      if (length != 576 || !parse_fp(places[i], bytes + 48 * i)) return false;
    return true;
  case SCALAR:
    return length == 32 && parse_scalar(&out->scalar, bytes);
  case P1:
    if (!decode1(&p, bytes, length)) return false;
    blst_p1_from_affine(&out->p1, &p);
    return true;
  case P2:
    if (!decode2(&q, bytes, length)) return false;
    blst_p2_from_affine(&out->p2, &q);
    return true;
  case A1:
    return decode1(&out->a1, bytes, length);
  case A2:
    return decode2(&out->a2, bytes, length);
  case ON_CURVE_1:
    return length == 48 && blst_p1_uncompress(&out->a1, bytes) == BLST_SUCCESS;
  case ON_CURVE_2:
    return length == 96 && blst_p2_uncompress(&out->a2, bytes) == BLST_SUCCESS;
  case RAW:
    out->bytes.at = bytes;
    out->bytes.length = length;
    return true;
  default:
    return false;
  }
}

static size_t encode(kind kind, uint8_t *out, const value *a) {
  blst_scalar scalar;
  blst_fp12 f;
  blst_fp *places[12];
  switch (kind) {
  case FP:
    blst_bendian_from_fp(out, &a->fp);
    return 48;
  case FR:
    blst_scalar_from_fr(&scalar, &a->fr);
    blst_bendian_from_scalar(out, &scalar);
    return 32;
  case FP2:
    blst_bendian_from_fp(out, &a->fp2.fp[0]);
    blst_bendian_from_fp(out + 48, &a->fp2.fp[1]);
    return 96;
  case FP12:
    f = a->fp12;
    tower(&f, places);
    for (int i = 0; i < 12; i++) blst_bendian_from_fp(out + 48 * i, places[i]);
    return 576;
  case P1:
    blst_p1_compress(out, &a->p1);
    return 48;
  case P2:
    blst_p2_compress(out, &a->p2);
    return 96;
  case RAW_1:
    blst_p1_affine_serialize(out, &a->a1);
    return 96;
  case RAW_2:
    blst_p2_affine_serialize(out, &a->a2);
    return 192;
  case VERDICT:
    out[0] = a->verdict;
    return 1;
  default:
    return 0;
  }
}

/* One call each. blst lets a result overwrite an operand. */
#define CALL(name, expression)                  \
  static bool name(value *out, const value *a) { \
    expression;                                  \
    return true;                                 \
  }
CALL(fp_mul, blst_fp_mul(&out->fp, &a[0].fp, &a[1].fp))
CALL(fp_sqr, blst_fp_sqr(&out->fp, &a[0].fp))
CALL(fp_inv, blst_fp_eucl_inverse(&out->fp, &a[0].fp))
CALL(fr_mul, blst_fr_mul(&out->fr, &a[0].fr, &a[1].fr))
CALL(fr_sqr, blst_fr_sqr(&out->fr, &a[0].fr))
CALL(fr_inv, blst_fr_eucl_inverse(&out->fr, &a[0].fr))
CALL(fp2_mul, blst_fp2_mul(&out->fp2, &a[0].fp2, &a[1].fp2))
CALL(fp2_sqr, blst_fp2_sqr(&out->fp2, &a[0].fp2))
CALL(fp2_inv, blst_fp2_eucl_inverse(&out->fp2, &a[0].fp2))
CALL(fp12_mul, blst_fp12_mul(&out->fp12, &a[0].fp12, &a[1].fp12))
CALL(fp12_sqr, blst_fp12_sqr(&out->fp12, &a[0].fp12))
CALL(fp12_inv, blst_fp12_inverse(&out->fp12, &a[0].fp12))
CALL(fp12_cyclotomic, blst_fp12_cyclotomic_sqr(&out->fp12, &a[0].fp12))
CALL(g1_add, blst_p1_add_or_double(&out->p1, &a[0].p1, &a[1].p1))
CALL(g1_double, blst_p1_double(&out->p1, &a[0].p1))
CALL(g1_mul, blst_p1_mult(&out->p1, &a[0].p1, a[1].scalar.b, 255))
CALL(g2_add, blst_p2_add_or_double(&out->p2, &a[0].p2, &a[1].p2))
CALL(g2_double, blst_p2_double(&out->p2, &a[0].p2))
CALL(g2_mul, blst_p2_mult(&out->p2, &a[0].p2, a[1].scalar.b, 255))
CALL(g1_check, out->verdict = blst_p1_affine_in_g1(&a[0].a1))
CALL(g2_check, out->verdict = blst_p2_affine_in_g2(&a[0].a2))
CALL(final_exp, blst_final_exp(&out->fp12, &a[0].fp12))

static bool g1_decode(value *out, const value *a) { return decode1(&out->a1, a[0].bytes.at, a[0].bytes.length); }
static bool g2_decode(value *out, const value *a) { return decode2(&out->a2, a[0].bytes.at, a[0].bytes.length); }

#define TAG(group) "CURVEMARK-V01-CS01-with-" group "_XMD:SHA-256_SSWU_RO_"

static bool hash_to_g1(value *out, const value *a) {
  static const char tag[] = TAG("BLS12381G1");
  blst_hash_to_g1(&out->p1, a[0].bytes.at, a[0].bytes.length, (const byte *)tag, sizeof tag - 1, NULL, 0);
  return true;
}

static bool hash_to_g2(value *out, const value *a) {
  static const char tag[] = TAG("BLS12381G2");
  blst_hash_to_g2(&out->p2, a[0].bytes.at, a[0].bytes.length, (const byte *)tag, sizeof tag - 1, NULL, 0);
  return true;
}

static bool pairing(value *out, const value *a) {
  blst_fp12 f;
  blst_miller_loop(&f, &a[1].a2, &a[0].a1);
  blst_final_exp(&out->fp12, &f);
  return true;
}

static bool bls_verify(value *out, const value *a) {
  static const char suite[] = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
  blst_p1_affine key;
  blst_p2_affine signature;
  if (!decode1(&key, a[0].bytes.at, a[0].bytes.length) || blst_p1_affine_is_inf(&key)) return false;
  if (!decode2(&signature, a[2].bytes.at, a[2].bytes.length)) return false;
  out->verdict = blst_core_verify_pk_in_g1(&key, &signature, true, a[1].bytes.at, a[1].bytes.length, (const byte *)suite,
                                           sizeof suite - 1, NULL, 0) == BLST_SUCCESS;
  return true;
}

#define CONSTANT "parsed", "none", "constant"
#define VARIABLE "parsed", "none", "variable"
#define ID(verb) "bls12-381/" verb

static const operation OPERATIONS[] = {
    {ID("fp_mul"), CONSTANT, {FP, FP}, 2, FP, fp_mul},
    {ID("fp_sqr"), CONSTANT, {FP}, 1, FP, fp_sqr},
    {ID("fp_inv"), CONSTANT, {FP}, 1, FP, fp_inv},
    {ID("fr_mul"), CONSTANT, {FR, FR}, 2, FR, fr_mul},
    {ID("fr_sqr"), CONSTANT, {FR}, 1, FR, fr_sqr},
    {ID("fr_inv"), CONSTANT, {FR}, 1, FR, fr_inv},
    {ID("fp2_mul"), CONSTANT, {FP2, FP2}, 2, FP2, fp2_mul},
    {ID("fp2_sqr"), CONSTANT, {FP2}, 1, FP2, fp2_sqr},
    {ID("fp2_inv"), CONSTANT, {FP2}, 1, FP2, fp2_inv},
    {ID("fp12_mul"), CONSTANT, {FP12, FP12}, 2, FP12, fp12_mul},
    {ID("fp12_sqr"), CONSTANT, {FP12}, 1, FP12, fp12_sqr},
    {ID("fp12_inv"), CONSTANT, {FP12}, 1, FP12, fp12_inv},
    {ID("fp12_cyclotomic_sqr"), CONSTANT, {FP12}, 1, FP12, fp12_cyclotomic},
    {ID("g1_add"), CONSTANT, {P1, P1}, 2, P1, g1_add},
    {ID("g1_double"), CONSTANT, {P1}, 1, P1, g1_double},
    {ID("g1_mul"), CONSTANT, {P1, SCALAR}, 2, P1, g1_mul},
    {ID("g1_mul_vartime"), VARIABLE, {P1, SCALAR}, 2, P1, g1_mul},
    {ID("g2_add"), CONSTANT, {P2, P2}, 2, P2, g2_add},
    {ID("g2_double"), CONSTANT, {P2}, 1, P2, g2_double},
    {ID("g2_mul"), CONSTANT, {P2, SCALAR}, 2, P2, g2_mul},
    {ID("g1_subgroup_check"), VARIABLE, {ON_CURVE_1}, 1, VERDICT, g1_check},
    {ID("g2_subgroup_check"), VARIABLE, {ON_CURVE_2}, 1, VERDICT, g2_check},
    {ID("g1_decode"), "bytes", "subgroup", "variable", {RAW}, 1, RAW_1, g1_decode},
    {ID("g2_decode"), "bytes", "subgroup", "variable", {RAW}, 1, RAW_2, g2_decode},
    {ID("hash_to_g1"), "bytes", "none", "constant", {RAW}, 1, P1, hash_to_g1},
    {ID("hash_to_g2"), "bytes", "none", "constant", {RAW}, 1, P2, hash_to_g2},
    {ID("final_exp"), CONSTANT, {FP12}, 1, FP12, final_exp},
    {ID("pairing"), CONSTANT, {A1, A2}, 2, FP12, pairing},
    {ID("bls_verify"), "bytes", "subgroup_no_identity", "variable", {RAW, RAW, RAW}, 3, VERDICT, bls_verify},
};
enum { OFFERED = sizeof OPERATIONS / sizeof OPERATIONS[0] };

/* One operation over a pool. The raw bytes stay, for arguments that point into them. */
typedef struct {
  uint64_t number;
  const operation *operation;
  bool chain;
  size_t cases, next;
  value (*arguments)[ARGUMENTS];
  uint8_t *raw;
  value last;
} body;

static body **bodies;
static size_t places;

static body **find(uint64_t number) {
  for (size_t i = 0; i < places; i++)
    if (bodies[i] && bodies[i]->number == number) return &bodies[i];
  return NULL;
}

static void *checked(void *memory) {
  if (!memory) {
    fputs("out of memory\n", stderr);
    exit(1);
  }
  return memory;
}

static void discard(uint64_t number) {
  body **found = find(number);
  if (!found) return;
  free((*found)->arguments);
  free((*found)->raw);
  free(*found);
  *found = NULL;
}

static void keep(body *made) {
  discard(made->number);
  for (size_t i = 0; i < places; i++) {
    if (!bodies[i]) {
      bodies[i] = made;
      return;
    }
  }
  bodies = checked(realloc(bodies, (places + 1) * sizeof *bodies));
  bodies[places++] = made;
}

static const char *prepare(const request *asked) {
  const operation *known = NULL;
  for (int i = 0; i < OFFERED; i++)
    if (strcmp(OPERATIONS[i].id, asked->operation) == 0) known = &OPERATIONS[i];
  if (!known || asked->cases == 0) return "{\"refused\":{\"unsupported\":\"not served, or nothing to do it on\"}}";
  body *made = checked(calloc(1, sizeof *made));
  made->number = asked->body;
  made->operation = known;
  made->chain = asked->chain;
  made->cases = asked->cases;
  made->arguments = checked(calloc(asked->cases, sizeof *made->arguments));
  made->raw = checked(malloc(asked->texts_length / 2 + 1));
  uint8_t *at = made->raw;
  bool good = true;
  for (size_t i = 0, text = 0; good && i < asked->cases; i++) {
    good = asked->arguments[i] == (size_t)known->count;
    for (int j = 0; good && j < known->count; j++, text++) {
      size_t length;
      good = unhex(at, &length, asked->texts[text]) && parse(known->arguments[j], &made->arguments[i][j], at, length);
      at += length;
    }
  }
  keep(made);
  if (!good) {
    discard(made->number);
    return "{\"refused\":\"invalid\"}";
  }
  made->last = made->arguments[0][0];
  return "\"done\"";
}

static double now(clockid_t clock) {
  struct timespec at;
  clock_gettime(clock, &at);
  return (double)at.tv_sec * 1e9 + (double)at.tv_nsec;
}

static void run(body *b, uint64_t calls) {
  bool (*call)(value *, const value *) = b->operation->call;
  value acc[ARGUMENTS], out;
  size_t next = b->next;
  acc[0] = b->last;
  for (; calls > 0; calls--) {
    if (b->chain) {
      acc[1] = b->arguments[next][1];
      call(&acc[0], acc);
    } else {
      call(&out, b->arguments[next]);
      __asm__ volatile("" : : "r"(&out) : "memory");
    }
    next = next + 1 == b->cases ? 0 : next + 1;
  }
  b->last = acc[0];
  b->next = next;
}

static void hello(void) {
  printf("{\"hello\":{\"protocol\":1,\"compiler\":\"cc %s\",\"implementations\":[{\"name\":\"blst-c\",\"version\":\"blst " BLST_VERSION
         "\",\"features\":[],\"flags\":[\"-O3\"],\"engine\":\"" BLST_ENGINE "\",\"offers\":[",
         __VERSION__);
  for (int i = 0; i < OFFERED; i++) {
    const operation *o = &OPERATIONS[i];
    printf("%s{\"operation\":\"%s\",\"input\":\"%s\",\"checks\":\"%s\",\"time\":\"%s\"}", i ? "," : "", o->id, o->input, o->checks, o->time);
  }
  puts("]}]}}");
}

static void pin(uint64_t cpu) {
  cpu_set_t only;
  CPU_ZERO(&only);
  if (cpu < CPU_SETSIZE) {
    CPU_SET(cpu, &only);
    sched_setaffinity(0, sizeof only, &only);
  }
}

static void reply(const request *asked) {
  static uint8_t bytes[576];
  body **known = find(asked->body);
  switch (asked->verb) {
  case HELLO:
    hello();
    return;
  case PIN:
    pin(asked->cpu);
    puts("\"done\"");
    return;
  case PREPARE:
    puts(prepare(asked));
    return;
  case DISCARD:
    discard(asked->body);
    puts("\"done\"");
    return;
  case ANSWER:
    if (known && asked->number < (*known)->cases) {
      value out;
      const value *arguments = (*known)->arguments[asked->number];
      if (!(*known)->operation->call(&out, arguments)) {
        puts("{\"refused\":\"invalid\"}");
        return;
      }
      size_t length = encode((*known)->operation->result, bytes, &out);
      fputs("{\"answer\":\"", stdout);
      for (size_t i = 0; i < length; i++) printf("%02x", bytes[i]);
      puts("\"}");
      return;
    }
    break;
  case BLOCK:
    if (known) {
      double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_THREAD_CPUTIME_ID);
      run(*known, asked->number);
      cpu = now(CLOCK_THREAD_CPUTIME_ID) - cpu;
      wall = now(CLOCK_MONOTONIC) - wall;
      printf("{\"took\":{\"wall_ns\":%.1f,\"cpu_ns\":%.1f}}\n", wall > 0 ? wall : 1, cpu > 0 ? cpu : 1);
      return;
    }
    break;
  case PREPARE_FAMILY:
  case NONE:
    break;
  }
  puts("{\"refused\":{\"unsupported\":\"no such request, body or case\"}}");
}

int main(void) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  while ((length = getline(&line, &room, stdin)) > 0) {
    request asked;
    read_request(&asked, line);
    reply(&asked);
    free_request(&asked);
    fflush(stdout);
  }
  free(line);
  return 0;
}
