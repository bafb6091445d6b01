#include "CPasswords.h"

static const unsigned char common[] = {
#embed "common.bin"
};

const unsigned char *sesame_common_passwords(void) {
    return common;
}

size_t sesame_common_passwords_size(void) {
    return sizeof common;
}
