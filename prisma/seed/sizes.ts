/** A series of sizes: labels, and prices as multiples of the reference size. */
export interface Scale {
  option: string
  steps: readonly (readonly [label: string, factor: number])[]
  /** Whether the name of a product of one size states it ("Toor Dal, 1 kg"). */
  named: boolean
}

function even(option: string, labels: string): Scale {
  return {
    option,
    steps: labels.split(" ").map((label) => [label.replace(/_/g, " "), 1] as const),
    named: false,
  }
}

export const SIZES = {
  staple: {
    option: "Weight",
    named: true,
    steps: [
      ["500 g", 0.53],
      ["1 kg", 1],
      ["2 kg", 1.94],
      ["5 kg", 4.7],
    ],
  },
  light: {
    option: "Weight",
    named: true,
    steps: [
      ["200 g", 0.43],
      ["500 g", 1],
      ["1 kg", 1.92],
    ],
  },
  nut: {
    option: "Weight",
    named: true,
    steps: [
      ["250 g", 1],
      ["500 g", 1.95],
      ["1 kg", 3.8],
    ],
  },
  spice: {
    option: "Weight",
    named: true,
    steps: [
      ["50 g", 0.55],
      ["100 g", 1],
      ["200 g", 1.9],
      ["500 g", 4.5],
    ],
  },
  oil: {
    option: "Volume",
    named: true,
    steps: [
      ["500 ml", 0.53],
      ["1 L", 1],
      ["2 L", 1.96],
      ["5 L", 4.8],
    ],
  },
  drink: {
    option: "Volume",
    named: true,
    steps: [
      ["250 ml", 0.55],
      ["500 ml", 1],
      ["1 L", 1.85],
    ],
  },
  jar: {
    option: "Weight",
    named: true,
    steps: [
      ["200 g", 0.56],
      ["400 g", 1],
      ["800 g", 1.9],
    ],
  },
  sweet: {
    option: "Weight",
    named: true,
    steps: [
      ["250 g", 0.53],
      ["500 g", 1],
      ["1 kg", 1.94],
    ],
  },
  lotion: {
    option: "Volume",
    named: true,
    steps: [
      ["100 ml", 0.56],
      ["200 ml", 1],
      ["400 ml", 1.85],
    ],
  },
  serum: {
    option: "Volume",
    named: true,
    steps: [
      ["15 ml", 0.6],
      ["30 ml", 1],
      ["50 ml", 1.5],
    ],
  },
  perfume: {
    option: "Volume",
    named: true,
    steps: [
      ["12 ml", 0.32],
      ["50 ml", 1],
      ["100 ml", 1.7],
    ],
  },
  apparel: even("Size", "S M L XL XXL"),
  waist: even("Waist", "28 30 32 34 36 38"),
  kids: even("Age", "2–3_years 4–5_years 6–7_years 8–9_years"),
  shoe: even("Size", "UK_5 UK_6 UK_7 UK_8 UK_9 UK_10"),
  bangle: even("Size", "2.4 2.6 2.8"),
  bed: {
    option: "Size",
    named: true,
    steps: [
      ["Single", 0.68],
      ["Double", 1],
      ["King", 1.24],
    ],
  },
  cookware: {
    option: "Capacity",
    named: true,
    steps: [
      ["1.5 L", 0.82],
      ["2 L", 1],
      ["3 L", 1.28],
      ["5 L", 1.75],
    ],
  },
  bottle: {
    option: "Capacity",
    named: true,
    steps: [
      ["500 ml", 0.78],
      ["750 ml", 1],
      ["1 L", 1.2],
    ],
  },
  memory: {
    option: "Storage",
    named: true,
    steps: [
      ["6 GB + 128 GB", 1],
      ["8 GB + 128 GB", 1.09],
      ["8 GB + 256 GB", 1.18],
    ],
  },
  laptop: {
    option: "Storage",
    named: true,
    steps: [
      ["8 GB + 512 GB", 1],
      ["16 GB + 512 GB", 1.12],
      ["16 GB + 1 TB", 1.24],
    ],
  },
  print: {
    option: "Size",
    named: true,
    steps: [
      ["A4", 0.5],
      ["A3", 1],
      ["A2", 1.9],
    ],
  },
  curtain: {
    option: "Length",
    named: true,
    steps: [
      ["5 ft", 0.8],
      ["7 ft", 1],
      ["9 ft", 1.25],
    ],
  },
  rug: {
    option: "Size",
    named: true,
    steps: [
      ["2 × 3 ft", 0.38],
      ["3 × 5 ft", 1],
      ["4 × 6 ft", 1.62],
    ],
  },
  pack: {
    option: "Pack",
    named: true,
    steps: [
      ["Pack of 1", 1],
      ["Pack of 3", 2.8],
      ["Pack of 6", 5.3],
    ],
  },
  pan: {
    option: "Diameter",
    named: true,
    steps: [
      ["24 cm", 0.86],
      ["28 cm", 1],
      ["32 cm", 1.18],
    ],
  },
  none: { option: "", named: false, steps: [] },
} as const satisfies Record<string, Scale>

export type SizeScale = keyof typeof SIZES
