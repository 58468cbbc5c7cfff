/* A quilt by its 3x3 windows: engine/windows.py. */
#define WINDOWS 102

typedef struct { uint32_t row[11]; } Padded;
static inline Padded padded(Mask mask) {
    Padded p;
    p.row[0] = p.row[10] = 0x7FF;
    for (int k = 0; k < 9; k++) p.row[k + 1] = ((uint32_t)(mask >> 9 * k) & 0x1FF) << 1 | 0x401;
    return p;
}
/* The index of the strip of three windows in row `row` whose leftmost middle square is in column 3 * `third`. */
static inline int strip_at(const Padded *p, int row, int third) {
    int c = 3 * third;
    return (int)((p->row[row] >> c & 31) | (p->row[row + 1] >> c & 31) << 5 | (p->row[row + 2] >> c & 31) << 10);
}
static inline int window_at(int strip, int x) { return (strip >> x & 7) | (strip >> (x + 5) & 7) << 3 | (strip >> (x + 10) & 7) << 6; }

/* How often each kind of window occurs. */
static void count_windows(Mask mask, int *count) {
    Padded p = padded(mask);
    for (int row = 0; row < 9; row++)
        for (int third = 0; third < 3; third++)
            for (int x = 0; x < 3; x++) count[WINDOW_KIND[window_at(strip_at(&p, row, third), x)]]++;
}

/* For each strip of three windows, of three rows by five columns, the sums of three weights. */
typedef int32_t Strips[1 << 15][4];
static void fill_strips(Strips strips, int windows[3][WINDOWS]) {
    memset(strips, 0, sizeof(Strips));
    for (int strip = 0; strip < 1 << 15; strip++)
        for (int k = 0; k < 3; k++)
            for (int x = 0; x < 3; x++) strips[strip][k] += windows[k][WINDOW_KIND[window_at(strip, x)]];
}
static inline void add_strips(Strips strips, Mask mask, int32_t *sum) {
    Padded p = padded(mask);
    for (int row = 0; row < 9; row++)
        for (int third = 0; third < 3; third++) {
            const int32_t *s = strips[strip_at(&p, row, third)];
            for (int k = 0; k < 4; k++) sum[k] += s[k];
        }
}
