//@ verdict: ok
//@ about: a linear system solved in double, and a small fast Fourier transform
#include <math.h>
#include <stdio.h>

#define N 4

static void solve(double a[N][N + 1], double x[N]) {
    for (int column = 0; column < N; column++) {
        int best = column;
        for (int row = column + 1; row < N; row++)
            if (fabs(a[row][column]) > fabs(a[best][column]))
                best = row;
        for (int k = 0; k <= N; k++) {
            double t = a[column][k];
            a[column][k] = a[best][k];
            a[best][k] = t;
        }
        for (int row = column + 1; row < N; row++) {
            double factor = a[row][column] / a[column][column];
            for (int k = column; k <= N; k++)
                a[row][k] -= factor * a[column][k];
        }
    }
    for (int row = N - 1; row >= 0; row--) {
        x[row] = a[row][N];
        for (int k = row + 1; k < N; k++)
            x[row] -= a[row][k] * x[k];
        x[row] /= a[row][row];
    }
}

struct complex_number { float re, im; };

static struct complex_number times(struct complex_number a, struct complex_number b) {
    struct complex_number r = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    return r;
}

static void transform(struct complex_number *v, int n, struct complex_number *scratch) {
    if (n == 1)
        return;
    for (int i = 0; i < n / 2; i++) {
        scratch[i] = v[2 * i];
        scratch[i + n / 2] = v[2 * i + 1];
    }
    transform(scratch, n / 2, v);
    transform(scratch + n / 2, n / 2, v);
    struct complex_number w = {1, 0}, step = {cosf(6.2831853f / n), sinf(6.2831853f / n)};
    for (int i = 0; i < n / 2; i++) {
        struct complex_number odd = times(w, scratch[i + n / 2]);
        v[i].re = scratch[i].re + odd.re;
        v[i].im = scratch[i].im + odd.im;
        v[i + n / 2].re = scratch[i].re - odd.re;
        v[i + n / 2].im = scratch[i].im - odd.im;
        w = times(w, step);
    }
}

int main(void) {
    double a[N][N + 1] = {{2, 1, -1, 3, 8}, {-3, -1, 2, 1, -11}, {-2, 1, 2, 0.5, -3}, {1, 4, 0, 1, 2}}, x[N];
    solve(a, x);
    for (int i = 0; i < N; i++)
        printf("%.10f ", x[i]);
    struct complex_number v[8], scratch[8];
    for (int i = 0; i < 8; i++)
        v[i] = (struct complex_number){(float)(i % 3), 0};
    transform(v, 8, scratch);
    for (int i = 0; i < 8; i++)
        printf("(%.3f %.3f) ", fabsf(v[i].re) < 1e-4f ? 0 : v[i].re, fabsf(v[i].im) < 1e-4f ? 0 : v[i].im);
    putchar('\n');
    return 0;
}
