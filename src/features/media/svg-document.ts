/** A square drawing with a viewBox of `size` units. */
export function svgDocument(size: number, inner: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${inner}</svg>`
}
