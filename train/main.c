/* Self-play, and learning from it. `engine.native.build` compiles it, `train` runs it. */
#include "rules.h"
#include "quilts.h"
#include "automa.h"
#include "spots.h"
#include "network.h"
#include "tree.h"
#include "deal.h"
#include "play.h"
#include "fit.h"
#include "ranking.h"
#include "learn.h"

/* RANKS: engine/spots.json */
int main(int count, char **words) {
    set_up();
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (count > 2) read_ranks(words[2]);
    if (count == 9 && !strcmp(words[1], "data"))
        return write_games(words[3], strtoull(words[4], NULL, 10), atoi(words[5]), atoi(words[6]), atof(words[7]), words[8]);
    if (count >= 11 && !strcmp(words[1], "fit"))
        return fit(words[3], words[4], atoi(words[5]), atof(words[6]), atof(words[7]), atof(words[8]), strtoull(words[9], NULL, 10), count - 10, words + 10);
    if (count == 7 && !strcmp(words[1], "rank")) return rank_spots(words[3], strtoull(words[4], NULL, 10), atoi(words[5]), words[6]);
    if (count >= 8 && !strcmp(words[1], "automa")) return learn_alone(strtoull(words[4], NULL, 10), atoi(words[5]), (count - 6) / 2, words + 6, words[3]);
    fprintf(stderr, "data RANKS NETWORK SEED GAMES ITERATIONS RANDOM FILE | fit RANKS INTO FROM EPOCHS RATE OUTCOME MARGINS SEED FILE... | rank RANKS NETWORK SEED GAMES INTO\n");
    fprintf(stderr, "automa RANKS INTO SEED KEPT [GAMES ITERATIONS]...\n");
    return 2;
}
