/* Training the network: Adam on what `write_games` wrote. The first layer is rounded in the forward pass, as it will be.
   Nothing but + - * / and square roots in a fixed order, which are the same everywhere: libm's functions are not. */
#define BATCH 512
#define RATE .002
#define OUTCOME .6 /* how much of what is learned is how the game went on, and not what the search said */
#define MARGINS .5f /* how much the margin weighs */

#define OUT_AT (ROWS * HIDDEN)
#define LEARNED (OUT_AT + BUCKETS * (HIDDEN + 1))

/* The rows, then what the units add in each part of the game, and the part by itself. */
static struct {
    float value[LEARNED], gradient[LEARNED], first[LEARNED], second[LEARNED], rounded[OUT_AT];
} learner;

/* What a position moves: its rows, how often each, and what comes of them. */
typedef struct {
    int rows[320], times[320], n;
    float sum[HIDDEN], active[HIDDEN], margin;
} Pass;

/* `one` and `two`: how much of both means is known by now. */
static void step(float rate, float one, float two) {
    for (int k = 0; k < LEARNED; k++) {
        float g = learner.gradient[k];
        learner.gradient[k] = 0;
        learner.first[k] = .9f * learner.first[k] + .1f * g;
        learner.second[k] = .999f * learner.second[k] + .001f * g * g;
        learner.value[k] -= rate * (learner.first[k] / one / (sqrtf(learner.second[k] / two) + 1e-8f));
    }
}
static double normal(Random *r) { /* nearly */
    double sum = -6;
    for (int k = 0; k < 12; k++) sum += unit(r);
    return sum;
}
static double exponential(double x) {
    double sum = 1;
    for (int k = 9; k; k--) sum = 1 + x / 1024 / k * sum;
    for (int k = 0; k < 10; k++) sum *= sum;
    return sum;
}
/* From 1 to 0 while `x` goes from 0 to 1, slowly at both ends. */
static double falling(double x) { return 1 - x * x * (3 - 2 * x); }

static float word(const uint8_t *at) { return (float)(at[0] + 256 * at[1]); }
static int out_at(const uint8_t *r) { return OUT_AT + bucket_of(r[204], r[205]) * (HIDDEN + 1); }

static void forward(const uint8_t *r, Pass *p) {
    const float *out = learner.value + out_at(r);
    int windows = 0;
    for (int k = 0; k < 2 * WINDOWS; k++)
        if (r[k]) p->rows[windows] = k < WINDOWS ? k : SIDE_ROWS + k - WINDOWS, p->times[windows++] = r[k];
    p->n = windows + network_rows(r, p->rows + windows);
    for (int k = windows; k < p->n; k++) p->times[k] = 1;
    for (int h = 0; h < HIDDEN; h++) p->sum[h] = 0;
    for (int k = 0; k < p->n; k++) {
        const float *row = learner.rounded + p->rows[k] * HIDDEN, many = (float)p->times[k];
        for (int h = 0; h < HIDDEN; h++) p->sum[h] += many * row[h];
    }
    p->margin = (float)known_margin(r) + 8 * out[HIDDEN];
    for (int h = 0; h < HIDDEN; h++) {
        p->active[h] = (p->sum[h] + sqrtf(p->sum[h] * p->sum[h] + 1)) / 2;
        p->margin += 8 * out[h] * p->active[h];
    }
}
static void backward(const uint8_t *r, const Pass *p, float slope) {
    float back[HIDDEN], *g = learner.gradient + out_at(r);
    const float *out = learner.value + out_at(r);
    g[HIDDEN] += 8 * slope;
    for (int h = 0; h < HIDDEN; h++) {
        g[h] += 8 * slope * p->active[h];
        back[h] = 8 * slope * out[h] * (1 + p->sum[h] / sqrtf(p->sum[h] * p->sum[h] + 1)) / 2;
    }
    for (int k = 0; k < p->n; k++) {
        float *row = learner.gradient + p->rows[k] * HIDDEN, many = (float)p->times[k];
        for (int h = 0; h < HIDDEN; h++) row[h] += many * back[h];
    }
}
static void round_rows(void) {
    for (int k = 0; k < OUT_AT; k++) {
        float v = learner.value[k] * SCALE;
        v = v < -255 ? -255 : v > 255 ? 255 : v;
        learner.rounded[k] = rintf(v) / SCALE;
    }
}
static void begin(Random *random) {
    memset(&learner, 0, sizeof learner);
    for (int k = 0; k < OUT_AT; k++) {
        int is_window = k / HIDDEN % SIDE_ROWS < WINDOWS && k / HIDDEN < 2 * SIDE_ROWS;
        learner.value[k] = (float)(normal(random) * (is_window ? .03 : .1));
    }
    for (int h = 0; h < HIDDEN; h++) {
        double one = normal(random) * .15;
        for (int b = 0; b < BUCKETS; b++) learner.value[OUT_AT + b * (HIDDEN + 1) + h] = (float)one;
    }
    round_rows();
}
/* How far the shares are off in some positions: the cross entropy. */
static double error_in(const uint8_t *all, const long *order, long count) {
    double sum = 0;
    for (long k = 0; k < count; k++) {
        const uint8_t *r = all + order[k] * RECORD;
        Pass pass;
        forward(r, &pass);
        double p = 1 / (1 + exponential(-pass.margin * 256 / width_at[r[204] + r[205]])), won = r[231];
        p = p < 1e-4 ? 1e-4 : p > 1 - 1e-4 ? 1 - 1e-4 : p;
        sum -= won * log(p) + (1 - won) * log(1 - p);
    }
    return sum / (double)count;
}
static void learn_from(const uint8_t *r) {
    Pass pass;
    forward(r, &pass);
    float width = (float)(width_at[r[204] + r[205]] / 256), p = (float)(1 / (1 + exponential(-pass.margin / width)));
    float share = (float)OUTCOME * word(r + 236) / 65535 + (float)(1 - OUTCOME) * word(r + 234) / 65535;
    float margin = (float)OUTCOME * word(r + 232) / 16 + (float)(1 - OUTCOME) * word(r + 238) / 16 - 1024;
    float slope = (p - share) / width + MARGINS * (pass.margin - margin) / 144;
    backward(r, &pass, slope / BATCH);
}
/* As engine/network.bin has it. */
static void write_network(int16_t *into) {
    const float *out = learner.value + OUT_AT;
    for (int k = 0; k < OUT_AT; k++) *into++ = (int16_t)rintf(learner.rounded[k] * SCALE);
    for (int b = 0; b < BUCKETS; b++)
        for (int h = 0; h < HIDDEN; h++) *into++ = (int16_t)rintf(out[b * (HIDDEN + 1) + h] * 2048);
    for (int b = 0; b < BUCKETS; b++) *into++ = (int16_t)rintf(out[b * (HIDDEN + 1) + HIDDEN] * 2048);
}
/* Learns from so many positions; `errors`: how far off it is before each epoch and at the end, in games that are held out. */
void fit(const uint8_t *all, long count, int epochs, uint64_t seed, int16_t *into, double *errors) {
    long *order = malloc(sizeof(long) * (size_t)count), learned = 0, held = 0, round = 0;
    for (long k = 0; k < count; k++) { /* every twentieth game is held out, at the end */
        const uint8_t *r = all + k * RECORD;
        if ((r[240] + 256 * r[241]) % 20 == 7) order[count - ++held] = k;
        else order[learned++] = k;
    }
    Random random = {seed};
    double old = 1, older = 1, steps = (double)(epochs * (learned / BATCH));
    begin(&random);
    for (int epoch = 0; epoch < epochs; epoch++) {
        errors[epoch] = error_in(all, order + learned, held);
        for (long k = learned - 1; k > 0; k--) {
            long j = (long)(draw(&random) % (uint64_t)(k + 1)), one = order[k];
            order[k] = order[j], order[j] = one;
        }
        for (long at = 0; at + BATCH <= learned; at += BATCH) {
            for (long k = at; k < at + BATCH; k++) learn_from(all + order[k] * RECORD);
            old *= .9, older *= .999;
            float now = (float)(RATE * (.02 + .98 * falling((double)++round / steps)));
            step(now, (float)(1 - old), (float)(1 - older));
            round_rows();
        }
    }
    errors[epochs] = error_in(all, order + learned, held);
    free(order);
    write_network(into);
}
