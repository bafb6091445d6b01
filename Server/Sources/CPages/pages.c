#include "CPages.h"

static const unsigned char openapi[] = {
#embed "openapi.json"
};

static const unsigned char couple[] = {
#embed "../../../Examples/Couple/app.json"
};

static const unsigned char familysync[] = {
#embed "../../../Examples/FamilySync/app.json"
};

static const unsigned char castmate[] = {
#embed "../../../Examples/CastMate/app.json"
};

static const unsigned char prysm[] = {
#embed "../../../Examples/Prysm/app.json"
};

static const unsigned char authservice[] = {
#embed "../../../Examples/AuthService/app.json"
};

static const struct sesame_page examples[] = {
    {couple, sizeof couple},           {familysync, sizeof familysync},   {castmate, sizeof castmate},
    {prysm, sizeof prysm},             {authservice, sizeof authservice},
};

struct sesame_page sesame_openapi_page(void) {
    return (struct sesame_page){openapi, sizeof openapi};
}

size_t sesame_example_count(void) {
    return sizeof examples / sizeof examples[0];
}

struct sesame_page sesame_example(size_t index) {
    return examples[index];
}
