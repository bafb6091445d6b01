// Preloaded into a server (LD_PRELOAD), makes the disk fail as the file FAULTY_DISK says. Without that file nothing
// fails. With the text "full FOLDER" no file below the folder can grow, except by the bytes that were cut off from others
// since. Any other text is the end of a path: waits for the disk fail on such files.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef int (*sync_function)(int descriptor);

static const char full[] = "full ";

// Reads the control file; returns its length, and 0 without one.
static size_t read_control(char *text, size_t size) {
    const char *control = getenv("FAULTY_DISK");
    int file = control == NULL ? -1 : open(control, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t length = read(file, text, size - 1);
    close(file);
    text[length < 0 ? 0 : length] = 0;
    return length < 0 ? 0 : (size_t)length;
}

static size_t path_of(int descriptor, char *path, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, size - 1);
    path[length < 0 ? 0 : length] = 0;
    return length < 0 ? 0 : (size_t)length;
}

static int is_faulty(int descriptor) {
    char suffix[4096], path[4096];
    size_t suffix_length = read_control(suffix, sizeof suffix), length = path_of(descriptor, path, sizeof path);
    return suffix_length > 0 && length >= suffix_length && strncmp(suffix, full, strlen(full)) != 0 &&
        strcmp(path + length - suffix_length, suffix) == 0;
}

static int is_on_full_disk(int descriptor) {
    char folder[4096], path[4096];
    if (read_control(folder, sizeof folder) == 0 || strncmp(folder, full, strlen(full)) != 0) return 0;
    path_of(descriptor, path, sizeof path);
    const char *prefix = folder + strlen(full);
    return strncmp(path, prefix, strlen(prefix)) == 0;
}

// The bytes that were cut off from files since the disk is full.
static _Atomic long long freed;

// Returns 0 if the file may have the given length, otherwise -1.
static int reserve(int descriptor, long long length) {
    struct stat status;
    if (!is_on_full_disk(descriptor) || fstat(descriptor, &status) != 0) return 0;
    long long growth = length - status.st_size;
    if (growth > 0 && growth > freed) {
        errno = ENOSPC;
        return -1;
    }
    if (growth > 0) freed -= growth;
    return 0;
}

static ssize_t write_at(const char *name, int descriptor, const void *bytes, size_t count, off_t position) {
    if (reserve(descriptor, (long long)position + (long long)count) != 0) return -1;
    return ((ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, name))(descriptor, bytes, count, position);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t position) {
    return write_at("pwrite", descriptor, bytes, count, position);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t position) {
    return write_at("pwrite64", descriptor, bytes, count, position);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    off_t position = lseek(descriptor, 0, SEEK_CUR);
    if (position >= 0 && reserve(descriptor, (long long)position + (long long)count) != 0) return -1;
    return ((ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write"))(descriptor, bytes, count);
}

static int cut(const char *name, int descriptor, off_t length) {
    struct stat status;
    int is_full = is_on_full_disk(descriptor) && fstat(descriptor, &status) == 0;
    if (is_full && reserve(descriptor, length) != 0) return -1;
    int result = ((int (*)(int, off_t))dlsym(RTLD_NEXT, name))(descriptor, length);
    if (is_full && result == 0 && length < status.st_size) freed += status.st_size - length;
    return result;
}

int ftruncate(int descriptor, off_t length) {
    return cut("ftruncate", descriptor, length);
}

int ftruncate64(int descriptor, off_t length) {
    return cut("ftruncate64", descriptor, length);
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
