#include "CEmbeddedFiles.h"

static const unsigned char openapi[] = {
#embed "openapi.json"
};

struct sesame_page sesame_openapi_page(void) {
    return (struct sesame_page){openapi, sizeof openapi};
}
