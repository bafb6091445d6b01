// Preloaded into a server (LD_PRELOAD), makes waits for the disk fail: those on files whose path ends with the text in
// the file FAULTY_DISK. Without that file none fails.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int (*sync_function)(int descriptor);

static int is_faulty(int descriptor) {
    const char *control = getenv("FAULTY_DISK");
    char suffix[256], link[64], path[4096];
    int file = control == NULL ? -1 : open(control, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t suffix_length = read(file, suffix, sizeof suffix);
    close(file);
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path);
    return suffix_length > 0 && length >= suffix_length &&
        memcmp(path + length - suffix_length, suffix, (size_t)suffix_length) == 0;
}

static int wait_for_disk(const char *name, int descriptor) {
    if (is_faulty(descriptor)) {
        errno = EIO;
        return -1;
    }
    return ((sync_function)dlsym(RTLD_NEXT, name))(descriptor);
}

int fsync(int descriptor) {
    return wait_for_disk("fsync", descriptor);
}

int fdatasync(int descriptor) {
    return wait_for_disk("fdatasync", descriptor);
}
