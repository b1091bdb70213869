/* A reader of JSON for the requests of the worker protocol alone: objects, arrays, numbers and strings without escapes. */
#include "request.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  char *at;
  bool bad;
} text;

static void space(text *in) { in->at += strspn(in->at, " \t\r\n"); }

static bool take(text *in, char mark) {
  space(in);
  if (*in->at != mark) return false;
  in->at++;
  return true;
}

static const char *string(text *in) {
  if (take(in, '"')) {
    char *start = in->at;
    char *end = start + strcspn(start, "\"\\");
    if (*end == '"') {
      *end = 0;
      in->at = end + 1;
      return start;
    }
  }
  in->bad = true;
  return "";
}

static uint64_t number(text *in) {
  space(in);
  char *end;
  uint64_t value = strtoull(in->at, &end, 10);
  in->bad |= end == in->at;
  in->at = end;
  return value;
}

static void *grown(void *memory, size_t count, size_t size) {
  /* At powers of two alone. */
  if (count & (count - 1)) return memory;
  memory = realloc(memory, (count ? 2 * count : 1) * size);
  if (!memory) abort();
  return memory;
}

/* Strings, or lists of them whose strings count as if they stood here: a batch is a list of items. */
static void strings(request *out, text *in) {
  if (!take(in, '[')) in->bad = true;
  if (in->bad || take(in, ']')) return;
  do {
    space(in);
    if (*in->at == '[') {
      strings(out, in);
      continue;
    }
    out->texts = grown(out->texts, out->count, sizeof *out->texts);
    const char *word = string(in);
    out->texts_length += strlen(word);
    out->texts[out->count++] = word;
  } while (!in->bad && take(in, ','));
  if (!take(in, ']')) in->bad = true;
}

static void pool(request *out, text *in) {
  if (!take(in, '[')) in->bad = true;
  if (in->bad || take(in, ']')) return;
  do {
    out->arguments = grown(out->arguments, out->cases, sizeof *out->arguments);
    size_t before = out->count;
    strings(out, in);
    out->arguments[out->cases++] = out->count - before;
  } while (!in->bad && take(in, ','));
  if (!take(in, ']')) in->bad = true;
}

static void member(request *out, text *in) {
  const char *key = string(in);
  if (!take(in, ':')) in->bad = true;
  if (in->bad) return;
  if (strcmp(key, "pool") == 0 || strcmp(key, "batches") == 0) {
    pool(out, in);
    return;
  }
  space(in);
  if (*in->at == '"') {
    const char *word = string(in);
    if (strcmp(key, "operation") == 0 || strcmp(key, "family") == 0) out->operation = word;
    if (strcmp(key, "shape") == 0) out->chain = strcmp(word, "chain") == 0;
    return;
  }
  uint64_t value = number(in);
  if (strcmp(key, "body") == 0) out->body = value;
  if (strcmp(key, "cpu") == 0) out->cpu = value;
  if (strcmp(key, "case") == 0 || strcmp(key, "calls") == 0) out->number = value;
}

void read_request(request *out, char *line) {
  static const char *const NAMES[] = {"", "hello", "pin", "prepare", "prepare_family", "answer", "block", "discard"};
  memset(out, 0, sizeof *out);
  out->operation = "";
  text in = {line, false};
  if (!take(&in, '{')) return;
  const char *name = string(&in);
  if (!take(&in, ':') || !take(&in, '{')) return;
  if (!take(&in, '}')) {
    do member(out, &in);
    while (!in.bad && take(&in, ','));
    if (!take(&in, '}')) in.bad = true;
  }
  for (int i = HELLO; !in.bad && i <= DISCARD; i++)
    if (strcmp(name, NAMES[i]) == 0) out->verb = (verb)i;
}

void free_request(request *asked) {
  free(asked->arguments);
  free(asked->texts);
}

static int digit(char mark) {
  if (mark >= '0' && mark <= '9') return mark - '0';
  if (mark >= 'a' && mark <= 'f') return mark - 'a' + 10;
  return -1;
}

bool unhex(uint8_t *out, size_t *length, const char *text) {
  *length = 0;
  for (; text[0] && text[1]; text += 2) {
    int high = digit(text[0]), low = digit(text[1]);
    if (high < 0 || low < 0) return false;
    out[(*length)++] = (uint8_t)(high << 4 | low);
  }
  return !text[0];
}
