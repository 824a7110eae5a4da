import { house } from "./house"
import { leisure } from "./leisure"
import { machines } from "./machines"
import { pantry } from "./pantry"
import { wardrobe } from "./wardrobe"

export const GLYPHS = { ...pantry, ...wardrobe, ...machines, ...house, ...leisure }

export type Glyph = keyof typeof GLYPHS

export function isGlyph(word: string): word is Glyph {
  return Object.hasOwn(GLYPHS, word)
}
