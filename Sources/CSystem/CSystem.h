// Prototypes of what Swift's Glibc module does not import. Nothing is defined here.
#pragma once

#include <wchar.h>

// Hidden by <wchar.h> unless _XOPEN_SOURCE is defined, which Swift's importer does not do.
int wcwidth(wchar_t character);

// Hidden by <unistd.h> unless _GNU_SOURCE is defined.
int pipe2(int descriptors[2], int flags);
int syncfs(int descriptor);
