// Preloaded into a server (LD_PRELOAD), makes each wait for the disk a millisecond longer, which turns a fast local
// disk into the network volume of a usual cloud machine. The wait itself still happens.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <time.h>

typedef int (*sync_function)(int descriptor);

static void wait_a_millisecond(void) {
    struct timespec left = {.tv_sec = 0, .tv_nsec = 1000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

int fsync(int descriptor) {
    wait_a_millisecond();
    return ((sync_function)dlsym(RTLD_NEXT, "fsync"))(descriptor);
}

int fdatasync(int descriptor) {
    wait_a_millisecond();
    return ((sync_function)dlsym(RTLD_NEXT, "fdatasync"))(descriptor);
}
