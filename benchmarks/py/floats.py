"""Floating-point arithmetic: the Mandelbrot set and a sum of a series."""


def mandelbrot(size):
    inside = 0
    for row in range(size):
        ci = 2.0 * row / size - 1.0
        for column in range(size):
            cr = 3.0 * column / size - 2.0
            zr = zi = 0.0
            n = 0
            while n < 50 and zr * zr + zi * zi < 4.0:
                zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
                n += 1
            if n == 50:
                inside += 1
    return inside


def series(n):
    total = 0.0
    sign = 1.0
    for k in range(n):
        total += sign / (2 * k + 1)
        sign = -sign
    return 4 * total


print(mandelbrot(260))
print("%.9f" % series(2000000))
