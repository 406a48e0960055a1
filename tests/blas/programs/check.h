/* Expectations and captured stderr for the programs of this folder; each holds one source file and its own main. */
#ifndef GEMMKIT_TESTS_CHECK_H
#define GEMMKIT_TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failures;

static inline void check(int condition, const char *what) {
  if (condition) return;
  printf("FAILED: %s\n", what);
  ++failures;
}

static inline void check_text(const char *got, const char *expected) {
  if (strcmp(got, expected) == 0) return;
  printf("FAILED: got \"%s\", expected \"%s\"\n", got, expected);
  ++failures;
}

/* stderr goes to a file from begin_capture to end_capture, which returns what was written. */
static int saved_stderr;
static FILE *capture_file;

static inline void begin_capture(void) {
  fflush(stderr);
  saved_stderr = dup(2);
  capture_file = tmpfile();
  if (capture_file == NULL || saved_stderr < 0 || dup2(fileno(capture_file), 2) < 0) {
    printf("FAILED: cannot capture stderr\n");
    exit(1);
  }
}

static inline const char *end_capture(void) {
  static char text[4096];
  size_t n;
  fflush(stderr);
  dup2(saved_stderr, 2);
  close(saved_stderr);
  rewind(capture_file);
  n = fread(text, 1, sizeof text - 1, capture_file);
  text[n] = '\0';
  fclose(capture_file);
  return text;
}

static inline int finish(void) {
  if (failures == 0) printf("ok\n");
  return failures == 0 ? 0 : 1;
}

#endif
