/* Runs a command whose flushes all succeed at once and do nothing: what eatmydata does by a library,
   which a program that is linked statically does not load. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NOTHING(call)                                                                              \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO)

int main(int count, char **words) {
  struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      NOTHING(SYS_fsync),
      NOTHING(SYS_fdatasync),
      NOTHING(SYS_sync),
      NOTHING(SYS_syncfs),
      NOTHING(SYS_msync),
      NOTHING(SYS_sync_file_range),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
  if (count < 2) {
    fputs("usage: unflushed COMMAND [WORD …]\n", stderr);
    return 2;
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) {
    perror("unflushed");
    return 1;
  }
  execvp(words[1], words + 1);
  perror(words[1]);
  return 127;
}
