/* Runs a command with all flushes disabled: they succeed immediately without effect. eatmydata does
   the same with a preloaded library, which doesn't work for a static program. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SUCCEED(call)                                                                              \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO)

int main(int count, char **words) {
  struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      SUCCEED(SYS_fsync),
      SUCCEED(SYS_fdatasync),
      SUCCEED(SYS_sync),
      SUCCEED(SYS_syncfs),
      SUCCEED(SYS_msync),
      SUCCEED(SYS_sync_file_range),
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
