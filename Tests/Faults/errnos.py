"""The errors that a system call on a file may return, by the manual pages."""

# Every system call on a file returns these where a disk breaks, or a server on the network is gone.
LOST = "EIO ESTALE ETIMEDOUT"
PATH = "EACCES ELOOP ENAMETOOLONG ENOMEM"
FULL = "ENOSPC EDQUOT EROFS EPERM"

# Left out is what says that a file is there or is not, which is an answer (ENOENT, ENOTDIR, EEXIST,
# EISDIR, ENOTEMPTY, EXDEV), and what only a mistake in the program brings about (EBADF, EFAULT, EINVAL,
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

# What says something of a file or folder itself: its kind, its name, its rights. Whoever reads sets
# it aside and goes on without it, as the tests of such files have it, so that only part `reads`
# tries these on reads: once they are gone the file is seen again.
OF_THE_FILE = "EACCES EFBIG ELOOP ENAMETOOLONG ENXIO EPERM".split()


def kind(point):
    """The name under which the errors of a call stand in the table."""
    name = ALIKE.get(point.call, point.call)
    return "openat to write" if name == "openat" and point.changes else name


def of(point):
    """The errors that a call may return."""
    return BY_CALL[kind(point)].split()
