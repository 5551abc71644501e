"""The errors that system calls on a file may return, from the manual pages."""

# Errors of a broken disk or an unreachable network server; any call may return them.
LOST = "EIO ESTALE ETIMEDOUT"
PATH = "EACCES ELOOP ENAMETOOLONG ENOMEM"
FULL = "ENOSPC EDQUOT EROFS EPERM"

# Two kinds of errors are left out: those that only report whether a file exists (ENOENT, ENOTDIR,
# EEXIST, EISDIR, ENOTEMPTY, EXDEV), and those that only a bug can cause (EBADF, EFAULT, EINVAL,
# E2BIG, EDEADLK, EDESTADDRREQ).
BY_CALL = {
    "openat": f"{LOST} {PATH} EBUSY EFBIG EINTR EMFILE ENFILE ENODEV ENXIO EOPNOTSUPP EOVERFLOW EPERM"
    " ETXTBSY EAGAIN",
    "openat to write": f"{LOST} {PATH} {FULL} EBUSY EFBIG EINTR EMFILE ENFILE ENODEV ENXIO"
    " EOPNOTSUPP EOVERFLOW ETXTBSY EAGAIN",
    "read": f"{LOST} EINTR EAGAIN",
    "getdents64": f"{LOST} ENOMEM EACCES",
    "stat": f"{LOST} {PATH} EOVERFLOW",
    "readlink": f"{LOST} {PATH}",
    "mmap": "EACCES EAGAIN ENFILE ENODEV ENOMEM EOVERFLOW EPERM ETXTBSY",
    "flock": f"{LOST} EINTR ENOLCK",
    "write": f"{LOST} ENOSPC EDQUOT EROFS EPERM EACCES EFBIG EINTR EAGAIN",
    "fsync": f"{LOST} ENOSPC EDQUOT EROFS EACCES EINTR",
    "syncfs": f"{LOST} ENOSPC EDQUOT EROFS EACCES",
    "rename": f"{LOST} {PATH} {FULL} EBUSY EMLINK",
    "link": f"{LOST} {PATH} {FULL} EMLINK",
    "unlink": f"{LOST} {PATH} EROFS EPERM EBUSY ENOSPC EDQUOT",
    "mkdir": f"{LOST} {PATH} {FULL} EMLINK",
    "ftruncate": f"{LOST} {FULL} EACCES EFBIG EINTR ETXTBSY",
    "fchmod": f"{LOST} {PATH} EROFS EPERM EOPNOTSUPP ENOSPC",
    "fallocate": f"{LOST} {FULL} EFBIG EINTR ENODEV EOPNOTSUPP ETXTBSY",
}
ALIKE = {
    "open": "openat", "openat2": "openat", "pread64": "read", "newfstatat": "stat", "fstat": "stat",
    "lstat": "stat", "statx": "stat", "readlinkat": "readlink", "pwrite64": "write",
    "writev": "write", "copy_file_range": "write", "sendfile": "write", "fdatasync": "fsync",
    "renameat": "rename", "renameat2": "rename", "linkat": "link", "symlink": "link",
    "symlinkat": "link", "unlinkat": "unlink", "rmdir": "unlink", "mkdirat": "mkdir",
    "truncate": "ftruncate", "chmod": "fchmod", "fchmodat": "fchmod", "utimensat": "fchmod",
}

# Errors about one file or directory: its type, its name or its permissions. A reader skips such a
# file and continues, so most parts don't inject these errors into reads. Only the part `reads`
# does, because it also checks that the file is visible again after the error is gone.
OF_THE_FILE = "EACCES EFBIG ELOOP ENAMETOOLONG ENXIO EPERM".split()


def kind(point):
    """Returns the key of a call in the table."""
    name = ALIKE.get(point.call, point.call)
    return "openat to write" if name == "openat" and point.changes else name


def of(point):
    """Returns the errors that a call may return."""
    return BY_CALL[kind(point)].split()
