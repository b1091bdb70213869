/* One request of the worker protocol, read from a line of JSON. */
#ifndef REQUEST_H
#define REQUEST_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { NONE, HELLO, PIN, PREPARE, PREPARE_FAMILY, ANSWER, BLOCK, DISCARD } verb;

typedef struct {
  verb verb;
  uint64_t body;
  /* The case of an answer, the calls of a block. */
  uint64_t number;
  uint64_t cpu;
  /* Or the family. */
  const char *operation;
  bool chain;
  /* The pool, or the batches, whose items stand one after the other: how many arguments each case has, and all of them one after the other. */
  size_t cases, count;
  size_t *arguments;
  const char **texts;
  size_t texts_length;
} request;

/* Reads a line, in which it cuts strings to pieces: they are valid as long as the line is. What is no request has the verb NONE. */
void read_request(request *out, char *line);
void free_request(request *asked);

/* Reads hexadecimal digits; false if they are none. */
bool unhex(uint8_t *out, size_t *length, const char *text);
#endif
