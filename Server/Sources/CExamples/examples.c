#include "CExamples.h"

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

static const struct sesame_example examples[] = {
    {couple, sizeof couple},           {familysync, sizeof familysync},   {castmate, sizeof castmate},
    {prysm, sizeof prysm},             {authservice, sizeof authservice},
};

size_t sesame_example_count(void) {
    return sizeof examples / sizeof examples[0];
}

struct sesame_example sesame_example(size_t index) {
    return examples[index];
}
