/* Self-play, and learning from it: the search as a library, with more to call. `recipes.py` compiles and calls it. */
#define KEPT 12
#include "library.c"
#include "games.h"
#include "fit.h"
#include "ranking.h"
#include "learn.h"
