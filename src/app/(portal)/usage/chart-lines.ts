/** The most lines above the zero line. */
const LINES_MAX = 5
const MULTIPLES = [1, 2, 5]

/**
 * Returns the values of a chart's lines, from zero to the first that no bar exceeds: multiples of 1, 2 or 5 times a
 * power of ten.
 * @param highest the value of the highest bar
 */
export function chartLines(highest: number): number[] {
  for (let power = 1; ; power *= 10)
    for (const multiple of MULTIPLES) {
      const distance = multiple * power
      const count = Math.max(1, Math.ceil(highest / distance))
      if (count <= LINES_MAX) return Array.from({ length: count + 1 }, (_, index) => index * distance)
    }
}
