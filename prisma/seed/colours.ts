import type { Colour } from "@/features/media/palette"

/** The name for shoppers, and the colour of the picture. */
export type ColourName = readonly [name: string, drawn: Colour]

export const COLOUR_SETS = {
  fabric: [
    ["Turmeric Yellow", "turmeric"],
    ["Rani Pink", "rani"],
    ["Indigo", "indigo"],
    ["Peacock Blue", "peacock"],
    ["Bottle Green", "neem"],
    ["Mehendi Green", "mehendi"],
    ["Maroon", "brick"],
    ["Ivory", "ivory"],
    ["Rust", "terracotta"],
    ["Plum", "plum"],
    ["Lotus Pink", "lotus"],
    ["Teal", "teal"],
    ["Saffron", "saffron"],
    ["Sindoor Red", "vermilion"],
    ["Black", "charcoal"],
  ],
  everyday: [
    ["White", "ivory"],
    ["Sky Blue", "sky"],
    ["Navy", "indigo"],
    ["Olive", "mehendi"],
    ["Charcoal", "charcoal"],
    ["Mustard", "turmeric"],
    ["Maroon", "brick"],
    ["Sage", "pista"],
    ["Beige", "sand"],
    ["Dusty Rose", "rose"],
  ],
  denim: [
    ["Indigo Wash", "indigo"],
    ["Ice Blue", "sky"],
    ["Black", "charcoal"],
    ["Grey", "slate"],
  ],
  leather: [
    ["Tan", "terracotta"],
    ["Dark Brown", "cocoa"],
    ["Black", "charcoal"],
    ["Cherry", "brick"],
  ],
  device: [
    ["Midnight Black", "charcoal"],
    ["Silver", "silver"],
    ["Glacier Blue", "sky"],
    ["Sage", "pista"],
    ["Coral", "lotus"],
    ["Deep Teal", "teal"],
  ],
  jewel: [
    ["Gold Tone", "turmeric"],
    ["Oxidised Silver", "silver"],
    ["Rose Gold", "rose"],
  ],
  stone: [
    ["Ruby Pink", "rani"],
    ["Emerald Green", "neem"],
    ["Pearl White", "ivory"],
    ["Sapphire Blue", "indigo"],
    ["Garnet Red", "brick"],
  ],
  wood: [
    ["Natural Sheesham", "cocoa"],
    ["Honey Finish", "terracotta"],
    ["Walnut Finish", "charcoal"],
  ],
  bright: [
    ["Red", "vermilion"],
    ["Blue", "peacock"],
    ["Yellow", "marigold"],
    ["Green", "leaf"],
    ["Pink", "rani"],
    ["Orange", "saffron"],
  ],
  lips: [
    ["Sindoor Red", "vermilion"],
    ["Rani Pink", "rani"],
    ["Terracotta", "terracotta"],
    ["Deep Plum", "plum"],
    ["Nude Rose", "rose"],
    ["Cocoa", "cocoa"],
  ],
  eyes: [
    ["Jet Black", "charcoal"],
    ["Cocoa Brown", "cocoa"],
    ["Indigo", "indigo"],
    ["Forest Green", "neem"],
  ],
  skin: [
    ["Ivory", "ivory"],
    ["Honey", "sand"],
    ["Almond", "terracotta"],
    ["Rose", "rose"],
  ],
  none: [],
  soft: [
    ["Ivory", "ivory"],
    ["Blush", "rose"],
    ["Sage", "pista"],
    ["Sky", "sky"],
    ["Sand", "sand"],
    ["Indigo", "indigo"],
    ["Mustard", "turmeric"],
  ],
} as const satisfies Record<string, readonly ColourName[]>

export type ColourSet = keyof typeof COLOUR_SETS
