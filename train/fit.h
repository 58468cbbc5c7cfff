/* Training the network: Adam on what `write_games` wrote. The first layer is rounded in the forward pass, as it will be.
   Nothing but + - * / and square roots in a fixed order, which are the same everywhere: libm's functions are not. */
#define BATCH 512

typedef struct { float *value, *gradient, *first, *second; int count; } Layer;

static Layer layer(int count) {
    return (Layer){calloc((size_t)count, 4), calloc((size_t)count, 4), calloc((size_t)count, 4), calloc((size_t)count, 4), count};
}
/* `one` and `two`: how much of both means is known by now. */
static void step(Layer *l, float rate, float one, float two) {
    for (int k = 0; k < l->count; k++) {
        float g = l->gradient[k];
        l->gradient[k] = 0;
        l->first[k] = .9f * l->first[k] + .1f * g;
        l->second[k] = .999f * l->second[k] + .001f * g * g;
        l->value[k] -= rate * (l->first[k] / one / (sqrtf(l->second[k] / two) + 1e-8f));
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

typedef struct { double cross, square, brier; long count; } Error;

typedef struct {
    Layer rows, out;
    float *rounded;
} Learner;

static float forward(const Learner *l, const uint8_t *r, int *rows, int *times, int *n, float *sum, float *active) {
    const float *out = l->out.value + bucket_of(r[204], r[205]) * (HIDDEN + 1);
    int windows = 0;
    for (int k = 0; k < 2 * WINDOWS; k++)
        if (r[k]) rows[windows] = k < WINDOWS ? k : SIDE_ROWS + k - WINDOWS, times[windows++] = r[k];
    *n = windows + network_rows(r, rows + windows);
    for (int k = windows; k < *n; k++) times[k] = 1;
    for (int h = 0; h < HIDDEN; h++) sum[h] = 0;
    for (int k = 0; k < *n; k++) {
        const float *row = l->rounded + rows[k] * HIDDEN, many = (float)times[k];
        for (int h = 0; h < HIDDEN; h++) sum[h] += many * row[h];
    }
    float v = (float)known_margin(r) + 8 * out[HIDDEN];
    for (int h = 0; h < HIDDEN; h++) {
        active[h] = (sum[h] + sqrtf(sum[h] * sum[h] + 1)) / 2;
        v += 8 * out[h] * active[h];
    }
    return v;
}
static void backward(Learner *l, const uint8_t *r, const int *rows, const int *times, int n, const float *sum, const float *active, float slope) {
    int at = bucket_of(r[204], r[205]) * (HIDDEN + 1);
    float back[HIDDEN], *g = l->out.gradient + at;
    const float *out = l->out.value + at;
    g[HIDDEN] += 8 * slope;
    for (int h = 0; h < HIDDEN; h++) {
        g[h] += 8 * slope * active[h];
        back[h] = 8 * slope * out[h] * (1 + sum[h] / sqrtf(sum[h] * sum[h] + 1)) / 2;
    }
    for (int k = 0; k < n; k++) {
        float *row = l->rows.gradient + rows[k] * HIDDEN, many = (float)times[k];
        for (int h = 0; h < HIDDEN; h++) row[h] += many * back[h];
    }
}
static void round_rows(Learner *l) {
    for (int k = 0; k < l->rows.count; k++) {
        float v = l->rows.value[k] * SCALE;
        v = v < -255 ? -255 : v > 255 ? 255 : v;
        l->rounded[k] = rintf(v) / SCALE;
    }
}
static void add_error(Error *e, const uint8_t *r, float v) {
    double p = 1 / (1 + exponential(-v * 256 / width_at[r[204] + r[205]])), won = r[231], margin = word(r + 229) - 1024;
    p = p < 1e-4 ? 1e-4 : p > 1 - 1e-4 ? 1 - 1e-4 : p;
    e->cross -= won * log(p) + (1 - won) * log(1 - p);
    e->square += (v - margin) * (v - margin);
    e->brier += (p - won) * (p - won);
    e->count++;
}
static void tell(const char *name, const Error *e) {
    printf("%s: cross entropy %.4f, Brier %.4f, margin off by %.3f (%ld positions)\n", name, e->cross / e->count, e->brier / e->count, sqrt(e->square / e->count), e->count);
}

static int fit(const char *into, const char *from, int epochs, double rate, double outcome, double margins, uint64_t seed, int files, char **paths) {
    size_t size = 0;
    uint8_t *all = NULL;
    for (int k = 0; k < files; k++) {
        FILE *file = fopen(paths[k], "rb");
        if (!file) { fprintf(stderr, "cannot read %s\n", paths[k]); return 2; }
        fseek(file, 0, SEEK_END);
        size_t more = (size_t)ftell(file);
        rewind(file);
        all = realloc(all, size + more);
        if (fread(all + size, 1, more, file) != more) return 2;
        size += more;
        fclose(file);
    }
    long count = (long)(size / RECORD), learned = 0, held = 0;
    long *order = malloc(sizeof(long) * (size_t)count);
    for (long k = 0; k < count; k++) { /* every twentieth game is held out, at the end */
        const uint8_t *r = all + k * RECORD;
        if ((r[240] + 256 * r[241]) % 20 == 7) order[count - ++held] = k;
        else order[learned++] = k;
    }
    Random random = {seed};
    Learner l = {layer(ROWS * HIDDEN), layer(BUCKETS * (HIDDEN + 1)), malloc(sizeof(float) * ROWS * HIDDEN)};
    if (strcmp(from, "-")) {
        Network *w = network_of(contents(from, NETWORK_BYTES));
        for (int k = 0; k < ROWS * HIDDEN; k++) l.rows.value[k] = (float)w->row[k / HIDDEN][k % HIDDEN] / SCALE;
        for (int b = 0; b < BUCKETS; b++) {
            for (int h = 0; h < HIDDEN; h++) l.out.value[b * (HIDDEN + 1) + h] = (float)w->out[b][h] / 2048;
            l.out.value[b * (HIDDEN + 1) + HIDDEN] = (float)w->base[b] / 2048;
        }
        free(w);
    } else {
        for (int k = 0; k < ROWS * HIDDEN; k++) l.rows.value[k] = (float)(normal(&random) * (k / HIDDEN % SIDE_ROWS < WINDOWS && k / HIDDEN < 2 * SIDE_ROWS ? .03 : .1));
        for (int h = 0; h < HIDDEN; h++) {
            double one = normal(&random) * .15;
            for (int b = 0; b < BUCKETS; b++) l.out.value[b * (HIDDEN + 1) + h] = (float)one;
        }
    }
    long round = 0;
    double old = 1, older = 1;
    long steps = epochs * (learned / BATCH);
    for (int epoch = 0; epoch <= epochs; epoch++) {
        Error error = {0, 0, 0, 0};
        int rows[320], times[320], n;
        float sum[HIDDEN], active[HIDDEN];
        round_rows(&l);
        for (long k = learned; k < count; k++) add_error(&error, all + order[k] * RECORD, forward(&l, all + order[k] * RECORD, rows, times, &n, sum, active));
        printf("epoch %d ", epoch);
        tell("held out", &error);
        if (epoch == epochs) break;
        for (long k = learned - 1; k > 0; k--) {
            long j = (long)(draw(&random) % (uint64_t)(k + 1)), one = order[k];
            order[k] = order[j], order[j] = one;
        }
        for (long at = 0; at + BATCH <= learned; at += BATCH) {
            for (long k = at; k < at + BATCH; k++) {
                const uint8_t *r = all + order[k] * RECORD;
                float v = forward(&l, r, rows, times, &n, sum, active);
                float width = (float)(width_at[r[204] + r[205]] / 256), p = (float)(1 / (1 + exponential(-v / width)));
                float share = (float)outcome * word(r + 236) / 65535 + (float)(1 - outcome) * word(r + 234) / 65535;
                float margin = (float)outcome * word(r + 232) / 16 + (float)(1 - outcome) * word(r + 238) / 16 - 1024;
                float slope = (p - share) / width + (float)margins * (v - margin) / 144;
                backward(&l, r, rows, times, n, sum, active, slope / BATCH);
            }
            round++;
            old *= .9, older *= .999;
            float now = (float)(rate * (.02 + .98 * falling((double)round / (double)steps)));
            step(&l.rows, now, (float)(1 - old), (float)(1 - older));
            step(&l.out, now, (float)(1 - old), (float)(1 - older));
            round_rows(&l);
        }
    }
    Network *w = calloc(1, sizeof(Network));
    for (int k = 0; k < ROWS * HIDDEN; k++) w->row[k / HIDDEN][k % HIDDEN] = (int16_t)rintf(l.rounded[k] * SCALE);
    for (int b = 0; b < BUCKETS; b++) {
        for (int h = 0; h < HIDDEN; h++) w->out[b][h] = (int16_t)rintf(l.out.value[b * (HIDDEN + 1) + h] * 2048);
        w->base[b] = (int16_t)rintf(l.out.value[b * (HIDDEN + 1) + HIDDEN] * 2048);
    }
    FILE *file = fopen(into, "wb");
    if (!file || fwrite(w, NETWORK_BYTES, 1, file) != 1) { fprintf(stderr, "cannot write %s\n", into); return 2; }
    fclose(file);
    return 0;
}
