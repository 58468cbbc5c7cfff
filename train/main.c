/* Self-play and matches. `train.build` compiles it, `train` and the arena run it. */
#include "rules.h"
#include "linear.h"
#include "network.h"
#include "spots.h"
#include "tree.h"
#include "endgame.h"
#include "play.h"
#include "pipe.h"
#include "fit.h"
#include "ranking.h"

int main(int count, char **words) {
    set_up_rules();
    set_up_windows();
    set_up_shares();
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (count == 8 && !strcmp(words[1], "data"))
        return write_games(words[2], strtoull(words[3], NULL, 10), atoi(words[4]), atoi(words[5]), atof(words[6]), words[7]);
    if (count == 4 && !strcmp(words[1], "match")) return match(words[2], words[3]);
    if (count >= 10 && !strcmp(words[1], "fit"))
        return fit(words[2], words[3], atoi(words[4]), atof(words[5]), atof(words[6]), atof(words[7]), strtoull(words[8], NULL, 10), count - 9, words + 9);
    if (count == 6 && !strcmp(words[1], "rank")) return rank_spots(words[2], strtoull(words[3], NULL, 10), atoi(words[4]), words[5]);
    if (count == 3 && !strcmp(words[1], "pipe")) return answer(words[2]);
    fprintf(stderr, "data WEIGHTS SEED GAMES ITERATIONS RANDOM FILE | match PLAYER PLAYER | pipe PLAYER | fit INTO FROM EPOCHS RATE OUTCOME MARGINS SEED FILE... | rank WEIGHTS SEED GAMES INTO\n");
    return 2;
}
