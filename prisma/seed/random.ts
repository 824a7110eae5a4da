import { createHash } from "node:crypto"

/** A seeded random number generator (sfc32), with the same sequence on every machine. */
export interface Random {
  /** 0 <= n < 1 */
  next(): number
  /** from <= n <= to, integers */
  int(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Returns an element of `from`, with a probability proportional to its weight. */
  weighted<T>(from: readonly (readonly [T, number])[]): T
  /** Returns `count` different elements in random order; all of them if there are fewer. */
  sample<T>(from: readonly T[], count: number): T[]
  /** Normal distribution: mean 0, standard deviation 1. */
  normal(): number
  bytes(count: number): Uint8Array
  /** Returns an independent generator, so that a change in one part does not affect the others. */
  fork(label: string): Random
}

export function seededRandom(seed: string): Random {
  const state = createHash("sha256").update(seed).digest()
  let a = state.readInt32LE(0)
  let b = state.readInt32LE(4)
  let c = state.readInt32LE(8)
  let counter = state.readInt32LE(12)

  function next(): number {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4294967296
  }

  function int(from: number, to: number): number {
    return from + Math.floor(next() * (to - from + 1))
  }

  function pick<T>(from: readonly T[]): T {
    const chosen = from[int(0, from.length - 1)]
    if (chosen === undefined) throw new RangeError("pick from an empty list")
    return chosen
  }

  function weighted<T>(from: readonly (readonly [T, number])[]): T {
    let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of from) {
      left -= weight
      if (left < 0) return value
    }
    return pick(from)[0]
  }

  function sample<T>(from: readonly T[], count: number): T[] {
    const pool = [...from]
    const chosen: T[] = []
    while (chosen.length < count && pool.length > 0) chosen.push(...pool.splice(int(0, pool.length - 1), 1))
    return chosen
  }

  function normal(): number {
    return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  }

  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick,
    weighted,
    sample,
    normal,
    bytes: (count) => Uint8Array.from({ length: count }, () => int(0, 255)),
    fork: (label) => seededRandom(`${seed}/${label}`),
  }
}
