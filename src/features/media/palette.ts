const BASES = {
  turmeric: "#e2a52b",
  marigold: "#f2922b",
  saffron: "#e8762d",
  terracotta: "#c9673f",
  brick: "#9e3b32",
  vermilion: "#d2432f",
  rani: "#c7306f",
  rose: "#d98b94",
  lotus: "#e07a9a",
  plum: "#6e3160",
  indigo: "#2f3f7f",
  peacock: "#1c6e8c",
  teal: "#1f7a74",
  neem: "#2e6044",
  mehendi: "#6c7a35",
  leaf: "#6fa03c",
  pista: "#a9be8b",
  sand: "#d3b98e",
  ivory: "#ede0c4",
  cocoa: "#6b4330",
  slate: "#5c6b77",
  charcoal: "#34343b",
  sky: "#7fb2d1",
  silver: "#b9bfc4",
} as const

export type Colour = keyof typeof BASES

export const COLOURS = Object.keys(BASES) as readonly Colour[]

export function isColour(word: string): word is Colour {
  return Object.hasOwn(BASES, word)
}

/** The tones of one thing and of the parts attached to it. */
export interface Tones {
  base: string
  dark: string
  light: string
  pale: string
  accent: string
  accentDark: string
  accentLight: string
}

/** The background of a drawing. */
export interface Backdrop {
  wall: string
  motif: string
  floor: string
}

export const INK = "#2a1a17"
export const CREAM = "#fff6e4"
export const GOLD = "#dda53a"
export const WOOD = "#9a6238"
export const STEEL = "#c3c9cd"

const ACCENTS: readonly Colour[] = ["turmeric", "vermilion", "teal", "rani", "indigo", "leaf", "marigold", "peacock"]
const PALE_COLOURS: readonly Colour[] = ["ivory", "sand", "silver", "pista"]

const BACKDROPS: readonly Backdrop[] = [
  { wall: "#f8ebd4", motif: "#f2dbb3", floor: "#e8cb9a" },
  { wall: "#f9e4da", motif: "#f3cdbd", floor: "#e6b5a0" },
  { wall: "#e9eedb", motif: "#d6e1bd", floor: "#c0cf9f" },
  { wall: "#e3eef0", motif: "#c8dee5", floor: "#aecbd5" },
  { wall: "#f0e5ef", motif: "#e0cce1", floor: "#cdb3cf" },
  { wall: "#fcedc6", motif: "#f8da92", floor: "#eec568" },
]
const DEEP_BACKDROPS: readonly Backdrop[] = [
  { wall: "#cfe0da", motif: "#a9c9bf", floor: "#87b0a4" },
  { wall: "#eccdb8", motif: "#dca887", floor: "#c98c68" },
  { wall: "#d5d9ea", motif: "#b0b8d8", floor: "#939dc6" },
  { wall: "#f3cf8e", motif: "#ebb65b", floor: "#dca043" },
]

export function tonesOf(colour: Colour, seed: number): Tones {
  const base = BASES[colour]
  const choices = ACCENTS.filter((accent) => distance(BASES[accent], base) > 110)
  const accent = BASES[choices[seed % choices.length] ?? "turmeric"]
  return {
    base,
    dark: mix(base, INK, 0.3),
    light: mix(base, CREAM, 0.38),
    pale: mix(base, CREAM, 0.7),
    accent,
    accentDark: mix(accent, INK, 0.28),
    accentLight: mix(accent, CREAM, 0.45),
  }
}

export function backdropOf(colour: Colour, seed: number): Backdrop {
  const choices = PALE_COLOURS.includes(colour) ? DEEP_BACKDROPS : BACKDROPS
  return (
    choices[(seed + COLOURS.indexOf(colour)) % choices.length] ?? { wall: CREAM, motif: "#f2dbb3", floor: "#e8cb9a" }
  )
}

/** Mixes two colours in sRGB; `share` (0 to 1) is the part of the second one. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)]
  return `#${a
    .map((value, i) =>
      Math.round(value + ((b[i] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

function distance(a: string, b: string): number {
  const [from, to] = [channels(a), channels(b)]
  return Math.hypot(...from.map((value, i) => value - (to[i] ?? 0)))
}
