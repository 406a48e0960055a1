/* Loads, uses and unloads the BLAS library 50 times. The OpenMP pool's threads outlive dlclose, and per-thread destructors
 * run when the thread that loaded the library ends: neither may find the code gone.
 *
 * usage: dlopen_rounds LIBRARY helper   a helper thread does the rounds and ends, then the process lives on a moment
 *                              worker   the main thread does them while another thread, which has used the library, lives
 *                              idle     loads and unloads once, calls nothing */
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 65, ROUNDS = 50 };

typedef void dgemm_type(const char *, const char *, const int *, const int *, const int *, const double *,
                        const double *, const int *, const double *, const int *, const double *, double *,
                        const int *);

static const char *path;

static void die(const char *what) {
  fprintf(stderr, "FAILED: %s\n", what);
  exit(1);
}

static int thread_count(void) {
  DIR *tasks = opendir("/proc/self/task");
  int count = 0;
  if (!tasks) die("no /proc/self/task");
  for (struct dirent *entry; (entry = readdir(tasks));) count += entry->d_name[0] != '.';
  closedir(tasks);
  return count;
}

static void multiply(void *library) {
  void *symbol = dlsym(library, "dgemm_");
  dgemm_type *dgemm;
  if (!symbol) die("no dgemm_");
  memcpy(&dgemm, &symbol, sizeof dgemm);
  static _Thread_local double a[N * N], b[N * N], c[N * N];
  for (int i = 0; i < N * N; ++i) {
    a[i] = i % 7;
    b[i] = i % N == i / N ? 2 : 0; /* twice the identity */
    c[i] = -1;
  }
  const int n = N;
  const double one = 1, zero = 0;
  dgemm("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n);
  for (int i = 0; i < N * N; ++i) {
    if (c[i] != 2 * a[i]) die("wrong product");
  }
}

static void rounds(void) {
  int after_first = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) die(dlerror());
    multiply(library);
    dlclose(library);
    if (round == 0) after_first = thread_count();
  }
  if (thread_count() > after_first) die("the rounds left threads behind");
}

static void *helper(void *unused) {
  rounds();
  return unused;
}

static pthread_barrier_t used, done;

static void *worker(void *library) {
  multiply(library);
  pthread_barrier_wait(&used);
  pthread_barrier_wait(&done); /* alive while the library is closed */
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  path = argv[1];
  pthread_t thread;
  if (!strcmp(argv[2], "helper")) {
    if (pthread_create(&thread, NULL, helper, NULL)) die("no thread");
    pthread_join(thread, NULL);
    usleep(300000);
  } else if (!strcmp(argv[2], "worker")) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) die(dlerror());
    pthread_barrier_init(&used, NULL, 2);
    pthread_barrier_init(&done, NULL, 2);
    if (pthread_create(&thread, NULL, worker, library)) die("no thread");
    pthread_barrier_wait(&used);
    dlclose(library);
    rounds();
    pthread_barrier_wait(&done);
    pthread_join(thread, NULL);
  } else if (!strcmp(argv[2], "idle")) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) die(dlerror());
    dlclose(library);
  } else {
    return 2;
  }
  puts("ok");
  return 0;
}
