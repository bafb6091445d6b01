#include "CBuild.h"

// Apart from everything else, so that another commit compiles this file alone.
const char *sesame_commit(void) { return SESAME_COMMIT; }
