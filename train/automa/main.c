/* Learns the model of the Automa, and plays games against it. `train.automa` compiles and runs it. */
#include "rules.h"
#include "quilts.h" /* for its windows */
#include "../deal.h"
#include "cards.h" /* written by train/automa/__main__.py: CARDS */
#include "solo.h"
#include "model.h"
#include "search.h"
#include "learn.h"

static void write_ints(const char *name, const int *numbers, int count, int width) {
    printf("\"%s\": [", name);
    for (int k = 0; k < count; k++) printf("%s%s%d%s", k ? ", " : "", width && k % width == 0 ? "[" : "", numbers[k], width && k % width == width - 1 ? "]" : "");
    printf("]");
}
#define ROW(name) write_ints(#name, w->name, sizeof w->name / sizeof(int), 0), printf(",\n")
#define ROWS(name) write_ints(#name, &w->name[0][0], sizeof w->name / sizeof(int), sizeof w->name[0] / sizeof(int)), printf(",\n")

static void write_weights(void) {
    const Weights *w = &weights;
    printf("{\n");
    ROWS(windows), ROWS(buttons), ROW(income), ROW(income_left), ROWS(best), ROWS(second), ROW(leather), ROW(space), ROWS(gap), ROWS(tile), ROW(width);
    printf("\"automa\": [\n");
    for (int k = 0; k < 3; k++) {
        const __typeof__(weights.automa[0]) *w = &weights.automa[k];
        printf("{");
        ROWS(space), ROWS(gap), ROW(offered);
        printf("\"ring\": %d, \"ring_and_way\": %d, \"budget\": %d, \"income\": %d}%s\n", w->ring, w->ring_and_way, w->budget, w->income, k < 2 ? "," : "");
    }
    printf("]\n}\n");
}
/* Reads what `write_weights` wrote: its numbers alone, in their order. */
static void read_weights(const char *path) {
    int numbers[sizeof(Weights) / sizeof(int)], n = 0, c, total = sizeof numbers / sizeof numbers[0];
    FILE *file = fopen(path, "r");
    if (!file) exit(2);
    while (n < total && (c = getc(file)) != EOF) {
        if (c == '"') {
            while ((c = getc(file)) != '"' && c != EOF) {}
        } else if (c == '-' || (c >= '0' && c <= '9')) {
            ungetc(c, file);
            if (fscanf(file, "%d", &numbers[n]) == 1) n++;
        }
    }
    fclose(file);
    memcpy(&weights, numbers, sizeof weights);
    fill_strip_sums();
}
/* A game in one line: the track, the ring, the moves (a patch's placement, or -1; cards from 100 on), the points. */
static void write_game(uint64_t seed, int level, int deck, int iterations) {
    Random r = {seed};
    int order[58], at = 0;
    Setting g;
    Solo s = deal_alone(&g, &r, level, deck, (int)(seed % 2), order);
    printf("%d", g.ring.track);
    for (int k = 0; k < 33; k++) printf(" %d", g.ring.ring[k]);
    while (!is_over(&s)) {
        if (!s.to_move) {
            printf(" %d", 10000 + order[at]);
            reveal(&g, &s, order[at++]);
            continue;
        }
        g.budget = deck ? CARDS[1][order[at]].budget : -1;
        Node *move = think_alone(&g, &s, iterations);
        printf(" %d", move->place < 0 ? -1 : move->number);
        s = move->state;
    }
    printf(" ; %d %d %d\n", own_points(&s) + (s.bonus == 1 ? 7 : 0), its_points(&g, &s) + (s.bonus == 2 ? 7 : 0), is_won(&g, &s));
}
/* What was said in a game, a line for each decision: the person's share, the spaces gone by both tokens, who won. */
static void write_shares(uint64_t seed, int level, int deck, int iterations) {
    Random r = {seed};
    int order[58], at = 0, n = 0, gone[200];
    double said[200];
    Setting g;
    Solo s = deal_alone(&g, &r, level, deck, (int)(seed % 2), order);
    while (!is_over(&s)) {
        if (!s.to_move) {
            reveal(&g, &s, order[at++]);
            continue;
        }
        g.budget = deck ? CARDS[1][order[at]].budget : -1;
        gone[n] = s.space + s.space2;
        Node *move = think_alone(&g, &s, iterations);
        said[n++] = move->total / move->visits;
        s = move->state;
    }
    for (int k = 0; k < n; k++) printf("%.6f %d %d\n", said[k], gone[k], is_won(&g, &s));
}
int main(int count, char **words) {
    set_up_rules(), set_up_windows(), set_up_shades();
    examples = malloc(sizeof(Example) * (size_t)most_examples);
    if (count > 4 && !strcmp(words[1], "learn")) { /* SEED KEPT, then GAMES ITERATIONS for each generation */
        Random r = {strtoull(words[2], NULL, 10)};
        guess_weights();
        for (int k = 4; k + 1 < count; k += 2) {
            int kept = atoi(words[3]);
            if (example_count > kept) memmove(examples, examples + example_count - kept, sizeof(Example) * (size_t)kept), example_count = kept;
            for (int game = 0; game < atoi(words[k]); game++) learn_from_game(&r, atoi(words[k + 1]));
            fit_all();
        }
        write_weights();
        return 0;
    }
    if (count == 8 && (!strcmp(words[1], "play") || !strcmp(words[1], "shares"))) { /* WEIGHTS SEED GAMES LEVEL DECK ITERATIONS */
        read_weights(words[2]);
        for (int k = 0; k < atoi(words[4]); k++) (*words[1] == 'p' ? write_game : write_shares)(strtoull(words[3], NULL, 10) + (uint64_t)k, atoi(words[5]), atoi(words[6]), atoi(words[7]));
        return 0;
    }
    fprintf(stderr, "learn SEED KEPT GAMES ITERATIONS ... | play|shares WEIGHTS SEED GAMES LEVEL DECK ITERATIONS\n");
    return 2;
}
