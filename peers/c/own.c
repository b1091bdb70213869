/* curvemark through its header for C, as a worker (docs/worker-protocol.md), so that a run shows what a call from C costs
 * over Rust's:
 *
 *   cc -O2 peers/c/own.c peers/c/request.c -o own-c $(pkg-config --cflags --libs curvemark)
 *   curvemark run --worker own-c
 *
 * What is timed is what a program in C pays: buffers that are its own, a status, and the library below. */
#define _GNU_SOURCE
#include <curvemark.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "request.h"

typedef struct {
  uint8_t *at;
  size_t length;
} bytes;

/* A case: its arguments as they came, and for sums the points that are held and all scalars. */
typedef struct {
  bytes *arguments;
  curvemark_bases *bases;
  bytes scalars;
} parsed;

static curvemark_kzg_settings *settings;

static void *checked(void *memory) {
  if (!memory) {
    fputs("out of memory\n", stderr);
    exit(1);
  }
  return memory;
}

static bool is_done(curvemark_status status) { return status == CURVEMARK_OK; }

static bool verify(uint8_t *out, const parsed *of) {
  const bytes *a = of->arguments;
  curvemark_status status = curvemark_bls_verify(CURVEMARK_BLS_MIN_PK, a[0].at, a[0].length, a[1].at, a[1].length, a[2].at, a[2].length);
  *out = status == CURVEMARK_OK;
  return status == CURVEMARK_OK || status == CURVEMARK_NOT_VALID;
}

static bool blob_proof(uint8_t *out, const parsed *of) {
  const bytes *a = of->arguments;
  return is_done(curvemark_kzg_prove_blob(settings, a[0].at, a[0].length, a[1].at, a[1].length, out, 48, 1));
}

static bool msm(uint8_t *out, const parsed *of) {
  uint8_t sum[96];
  return is_done(curvemark_bases_msm(of->bases, of->scalars.at, of->scalars.length, sum, sizeof sum, 1)) &&
         is_done(curvemark_points_compress(CURVEMARK_BLS12_381_G1, sum, sizeof sum, out, 48));
}

/* What of a sum is parsed outside the clock: points of so many bytes, which are compressed or not, and scalars. */
static bool hold(parsed *of, size_t count, size_t length) {
  size_t terms = count / 2;
  uint8_t *points = checked(calloc(terms, length)), *decoded = checked(malloc(96 * terms)), *verdicts = checked(malloc(terms));
  of->scalars.at = checked(malloc(32 * terms));
  of->scalars.length = 32 * terms;
  bool good = true;
  for (size_t i = 0; good && i < terms; i++) {
    const bytes *term = &of->arguments[2 * i];
    good = term[0].length == length && term[1].length == 32;
    if (good) memcpy(points + length * i, term[0].at, length), memcpy(of->scalars.at + 32 * i, term[1].at, 32);
  }
  good = good && is_done(curvemark_points_decode(CURVEMARK_BLS12_381_G1, length, points, length * terms, decoded, 96 * terms, verdicts, terms, 1));
  for (size_t i = 0; good && i < terms; i++) good = verdicts[i] == CURVEMARK_OK;
  good = good && is_done(curvemark_bases_new(CURVEMARK_BLS12_381_G1, decoded, 96 * terms, 0, &of->bases));
  free(points), free(decoded), free(verdicts);
  return good;
}

static bool hold_compressed(parsed *of, size_t count) { return hold(of, count, 48); }
static bool hold_uncompressed(parsed *of, size_t count) { return hold(of, count, 96); }

/* Without a count it is a family, which takes as many items as one likes. */
typedef struct {
  const char *id, *input, *checks;
  size_t count, result;
  bool (*parse)(parsed *, size_t);
  bool (*call)(uint8_t *, const parsed *);
} operation;

static const operation OPERATIONS[] = {
    {"bls12-381/bls_verify", "bytes", "subgroup_no_identity", 3, 1, NULL, verify},
    {"bls12-381/g1_msm_64", "parsed", "none", 128, 48, hold_compressed, msm},
    {"bls12-381/g1_msm_1024", "parsed", "none", 2048, 48, hold_compressed, msm},
    {"kzg/blob_proof", "bytes", "subgroup", 2, 48, NULL, blob_proof},
    {"bls12-381/g1_msm", "parsed", "none", 0, 48, hold_uncompressed, msm},
};
enum { OFFERED = sizeof OPERATIONS / sizeof OPERATIONS[0] };

/* One operation over a pool. */
typedef struct body {
  struct body *after;
  uint64_t number;
  const operation *operation;
  size_t cases, next;
  parsed *parsed;
  bytes *arguments;
  uint8_t *raw;
} body;

static body *bodies;

static body *find(uint64_t number) {
  body *b = bodies;
  while (b && b->number != number) b = b->after;
  return b;
}

static void discard(uint64_t number) {
  for (body **place = &bodies; *place; place = &(*place)->after) {
    body *b = *place;
    if (b->number != number) continue;
    *place = b->after;
    for (size_t i = 0; i < b->cases; i++) curvemark_bases_free(b->parsed[i].bases), free(b->parsed[i].scalars.at);
    free(b->parsed), free(b->arguments), free(b->raw), free(b);
    return;
  }
}

static const char *prepare(const request *asked) {
  const operation *known = NULL;
  for (int i = 0; i < OFFERED; i++)
    if (strcmp(OPERATIONS[i].id, asked->operation) == 0 && !OPERATIONS[i].count == (asked->verb == PREPARE_FAMILY)) known = &OPERATIONS[i];
  if (!known || asked->cases == 0) return "{\"refused\":{\"unsupported\":\"not served, or nothing to do it on\"}}";
  discard(asked->body);
  body *made = checked(calloc(1, sizeof *made));
  made->number = asked->body;
  made->operation = known;
  made->cases = asked->cases;
  made->parsed = checked(calloc(asked->cases, sizeof *made->parsed));
  made->arguments = checked(calloc(asked->count + 1, sizeof *made->arguments));
  made->raw = checked(malloc(asked->texts_length / 2 + 1));
  made->after = bodies;
  bodies = made;
  uint8_t *at = made->raw;
  bool good = true;
  for (size_t i = 0, text = 0; good && i < asked->cases; i++) {
    parsed *of = &made->parsed[i];
    size_t count = asked->arguments[i];
    of->arguments = &made->arguments[text];
    good = count == known->count || (!known->count && count && count % 2 == 0);
    for (size_t j = 0; good && j < count; j++, text++) {
      of->arguments[j].at = at;
      good = unhex(at, &of->arguments[j].length, asked->texts[text]);
      at += good ? of->arguments[j].length : 0;
    }
    good = good && (!known->parse || known->parse(of, count));
  }
  if (good) return "\"done\"";
  discard(asked->body);
  return "{\"refused\":\"invalid\"}";
}

static double now(clockid_t clock) {
  struct timespec at;
  clock_gettime(clock, &at);
  return (double)at.tv_sec * 1e9 + (double)at.tv_nsec;
}

static void block(body *b, uint64_t calls) {
  uint8_t out[48];
  double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_THREAD_CPUTIME_ID);
  for (; calls > 0; calls--) {
    b->operation->call(out, &b->parsed[b->next]);
    b->next = b->next + 1 == b->cases ? 0 : b->next + 1;
  }
  cpu = now(CLOCK_THREAD_CPUTIME_ID) - cpu;
  wall = now(CLOCK_MONOTONIC) - wall;
  printf("{\"took\":{\"wall_ns\":%.1f,\"cpu_ns\":%.1f}}\n", wall > 0 ? wall : 1, cpu > 0 ? cpu : 1);
}

static void answer(const body *b, uint64_t which) {
  uint8_t out[48];
  if (!b->operation->call(out, &b->parsed[which])) {
    puts("{\"refused\":\"invalid\"}");
    return;
  }
  fputs("{\"answer\":\"", stdout);
  for (size_t i = 0; i < b->operation->result; i++) printf("%02x", out[i]);
  puts("\"}");
}

static void offers(bool families) {
  const char *between = "";
  for (int i = 0; i < OFFERED; i++) {
    const operation *o = &OPERATIONS[i];
    if (!o->count != families) continue;
    printf("%s{\"operation\":\"%s\",\"input\":\"%s\",\"checks\":\"%s\",\"time\":\"variable\"}", between, o->id, o->input, o->checks);
    between = ",";
  }
}

static void hello(void) {
  printf("{\"hello\":{\"protocol\":1,\"compiler\":\"cc %s\",\"implementations\":[{\"name\":\"curvemark for C\",\"version\":\"curvemark %s\","
         "\"features\":[],\"flags\":[],\"engine\":\"chosen by the CPU, called by C\",\"more\":[\"prepare_family\"],\"offers\":[",
         __VERSION__, curvemark_version());
  offers(false);
  fputs("],\"families\":[", stdout);
  offers(true);
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
  body *known = find(asked->body);
  if (asked->verb == HELLO) {
    hello();
  } else if (asked->verb == PIN) {
    pin(asked->cpu);
    puts("\"done\"");
  } else if (asked->verb == PREPARE || asked->verb == PREPARE_FAMILY) {
    puts(prepare(asked));
  } else if (asked->verb == DISCARD) {
    discard(asked->body);
    puts("\"done\"");
  } else if (asked->verb == ANSWER && known && asked->number < known->cases) {
    answer(known, asked->number);
  } else if (asked->verb == BLOCK && known) {
    block(known, asked->number);
  } else {
    puts("{\"refused\":{\"unsupported\":\"no such request, body or case\"}}");
  }
}

int main(void) {
  char *line = NULL;
  size_t room = 0;
  if (!is_done(curvemark_kzg_settings_ethereum(0, &settings))) return 1;
  while (getline(&line, &room, stdin) > 0) {
    request asked;
    read_request(&asked, line);
    reply(&asked);
    free_request(&asked);
    fflush(stdout);
  }
  free(line);
  while (bodies) discard(bodies->number);
  curvemark_kzg_settings_free(settings);
  return 0;
}
