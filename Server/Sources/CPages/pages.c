#include "CPages.h"

static const unsigned char openapi[] = {
#embed "openapi.json"
};

static const unsigned char development[] = {
#embed "development.json"
};

struct sesame_page sesame_openapi_page(void) {
    return (struct sesame_page){openapi, sizeof openapi};
}

struct sesame_page sesame_development_page(void) {
    return (struct sesame_page){development, sizeof development};
}
