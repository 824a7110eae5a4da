/** SVG elements as strings. Coordinates are whole numbers or short decimals. User input must never enter them. */

export function rect(x: number, y: number, width: number, height: number, radius: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`
}

export function path(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`
}

export function strokePath(d: string, colour: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

export function ring(x: number, y: number, radius: number, colour: string, width: number): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}"/>`
}

export function rotate(degrees: number, x: number, y: number, inner: string): string {
  return `<g transform="rotate(${degrees} ${x} ${y})">${inner}</g>`
}

export function translate(x: number, y: number, scale: number, inner: string): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${inner}</g>`
}

export function mirror(inner: string): string {
  return `${inner}<g transform="scale(-1 1)">${inner}</g>`
}

export function withOpacity(opacity: number, inner: string): string {
  return `<g opacity="${opacity}">${inner}</g>`
}

/** The results of `draw` for 0..count-1, joined. */
export function repeat(count: number, draw: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => draw(i)).join("")
}

/** `count` copies of `inner`, rotated around a point. */
export function repeatAround(count: number, x: number, y: number, inner: string): string {
  return repeat(count, (i) => rotate((360 / count) * i, x, y, inner))
}

/** The symbol on a label: lotus, sun, sprig, paisley or star, with the given radius, chosen by `seed`. */
export function emblem(x: number, y: number, radius: number, fill: string, second: string, seed: number): string {
  const signs = [
    path("M0 60C-30 40-30 0 0-50C30 0 30 40 0 60Z", fill) +
      mirror(
        path("M-6 62C-50 50-64 16-54-20C-24 0-8 26-6 62Z", fill) +
          path("M-14 66C-60 70-90 50-98 22C-62 18-30 34-14 66Z", second),
      ),
    repeatAround(10, 0, 0, path("M0-92L12-56L-12-56Z", second)) + circle(0, 0, 46, fill) + circle(0, 0, 24, second),
    strokePath("M0 84V-40", fill, 9) +
      mirror(
        path("M2 50C40 50 62 26 66-6C30-4 4 14 2 50Z", fill) + path("M2-4C32-6 48-26 50-54C22-50 4-34 2-4Z", second),
      ) +
      path("M0-30C-18-54-14-74 0-92C14-74 18-54 0-30Z", fill),
    path("M10 88C-56 88-76 22-48-22C-22-62 36-52 60-98C78-44 84 88 10 88Z", fill) +
      path("M10 66C-34 66-48 22-30-8C-10-38 28-34 46-54C56-16 56 66 10 66Z", second) +
      circle(8, 26, 22, fill),
    repeatAround(8, 0, 0, ellipse(0, -52, 16, 38, fill)) + circle(0, 0, 22, second),
  ]
  return translate(x, y, radius / 95, signs[seed % signs.length] ?? "")
}
