// Measures a server over two pipes, with a client fast enough not to affect the result.
//
//   rpc_driver echo                                  copies its input to its output
//   rpc_driver trips COUNT REQUEST COMMAND...        one request at a time; median microseconds
//   rpc_driver rate COUNT REQUEST LINES COMMAND...   all at once; replies per second
//   rpc_driver memory COUNT REQUEST COMMAND...       resident kB after a tenth and after all
//
// REQUEST is sent unchanged, except that @ is replaced by a different number of six digits each time.
// LINES is the number of line breaks in a reply.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int to_server, from_server;
static pid_t server;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void start(char **command) {
  int input[2], output[2];
  if (pipe2(input, O_CLOEXEC) || pipe2(output, O_CLOEXEC)) exit(1);
  server = fork();
  if (server == 0) {
    dup2(input[0], 0);
    dup2(output[1], 1);
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
  }
  close(input[0]);
  close(output[1]);
  to_server = input[1];
  from_server = output[0];
}

static size_t request(char *buffer, const char *pattern, long number) {
  const char *place = strchr(pattern, '@');
  if (!place) return (size_t)sprintf(buffer, "%s", pattern);
  return (size_t)sprintf(buffer, "%.*s%ld%s", (int)(place - pattern), pattern, 100000 + number, place + 1);
}

static long read_lines(void) {
  static char buffer[1 << 16];
  ssize_t count = read(from_server, buffer, sizeof buffer);
  if (count <= 0) {
    fprintf(stderr, "the server exited too early\n");
    exit(1);
  }
  long lines = 0;
  for (ssize_t i = 0; i < count; i++) lines += buffer[i] == '\n';
  return lines;
}

static int by_size(const void *first, const void *second) {
  double a = *(const double *)first, b = *(const double *)second;
  return (a > b) - (a < b);
}

static double trips(long count, const char *pattern) {
  double *times = calloc((size_t)count, sizeof *times);
  char buffer[4096];
  for (long i = 0; i < count; i++) {
    size_t size = request(buffer, pattern, i);
    double before = now();
    if (write(to_server, buffer, size) != (ssize_t)size) exit(1);
    while (read_lines() == 0) {}
    times[i] = now() - before;
  }
  qsort(times, (size_t)count, sizeof *times, by_size);
  return times[count / 2];
}

static void all(long first, long count, const char *pattern, long lines) {
  fcntl(to_server, F_SETFL, O_NONBLOCK);
  char *buffer = malloc(1 << 20);
  size_t filled = 0, sent = 0;
  long next = first, open = (count - first) * lines;
  while (open > 0) {
    if (sent == filled) {
      filled = sent = 0;
      while (next < count && filled < (1 << 16))
        filled += request(buffer + filled, pattern, next++);
    }
    struct pollfd ends[] = {{from_server, POLLIN, 0}, {to_server, POLLOUT, 0}};
    poll(ends, sent < filled ? 2 : 1, -1);
    if (sent < filled && (ends[1].revents & POLLOUT)) {
      ssize_t size = write(to_server, buffer + sent, filled - sent);
      if (size > 0) sent += (size_t)size;
    }
    if (ends[0].revents) open -= read_lines();
  }
  free(buffer);
}

static long resident(void) {
  char path[64], line[256];
  sprintf(path, "/proc/%d/status", server);
  FILE *file = fopen(path, "r");
  long size = 0;
  while (file && fgets(line, sizeof line, file)) sscanf(line, "VmRSS: %ld", &size);
  if (file) fclose(file);
  return size;
}

int main(int count, char **words) {
  signal(SIGPIPE, SIG_IGN);
  if (count == 2 && !strcmp(words[1], "echo")) {
    static char buffer[1 << 16];
    ssize_t size;
    while ((size = read(0, buffer, sizeof buffer)) > 0)
      if (write(1, buffer, (size_t)size) != size) return 1;
    return 0;
  }
  if (count < 5) return 2;
  long number = atol(words[2]);
  const char *pattern = words[3];
  if (!strcmp(words[1], "trips")) {
    start(words + 4);
    trips(number / 10, pattern);
    printf("%.2f\n", trips(number, pattern));
  } else if (!strcmp(words[1], "rate")) {
    long lines = atol(words[4]);
    start(words + 5);
    all(0, 10, pattern, lines);
    double before = now();
    all(10, number, pattern, lines);
    printf("%.0f\n", (double)(number - 10) / ((now() - before) / 1e6));
  } else {
    start(words + 4);
    all(0, number / 10, pattern, 1);
    long early = resident();
    all(number / 10, number, pattern, 1);
    printf("%ld %ld\n", early, resident());
  }
  close(to_server);
  waitpid(server, NULL, 0);
  return 0;
}
