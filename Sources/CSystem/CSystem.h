// Declarations that Swift's Glibc module lacks, and wrappers for variadic functions, which Swift can't
// call.
#pragma once

#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <wchar.h>

// Hidden by <wchar.h> unless _XOPEN_SOURCE is defined, which Swift's importer doesn't do.
int wcwidth(wchar_t character);

// Hidden by <unistd.h> unless _GNU_SOURCE is defined.
int dup3(int old, int new_number, int flags);
int pipe2(int descriptors[2], int flags);
int syncfs(int descriptor);
int renameat2(int old_folder, const char *old, int new_folder, const char *new_name, unsigned flags);

// The system call openat2(2), which has no function in the C library.
struct minuta_open_how {
  unsigned long long flags;
  unsigned long long mode;
  unsigned long long resolve;
};
long syscall(long number, ...);
static inline int minuta_openat2(int folder, const char *path, const struct minuta_open_how *how) {
  // All system calls added since Linux 5.1 have the same number on every architecture.
  return (int)syscall(437, folder, path, how, sizeof(*how));
}

// Missing in the Glibc module.
int eventfd(unsigned int count, int flags);
long getxattr(const char *path, const char *name, void *value, unsigned long size);

// Declared in <sys/pidfd.h>, which the Glibc module lacks.
int pidfd_open(int process, unsigned int flags);

// Hidden by <spawn.h> unless _GNU_SOURCE is defined.
#include <spawn.h>
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

// Sets whether orphaned descendants of this process become its children.
#include <sys/prctl.h>
static inline int minuta_set_subreaper(unsigned long is_subreaper) {
  return prctl(PR_SET_CHILD_SUBREAPER, is_subreaper, 0UL, 0UL, 0UL);
}
