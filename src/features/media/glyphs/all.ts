import { house } from "@/features/media/glyphs/house"
import { leisure } from "@/features/media/glyphs/leisure"
import { machines } from "@/features/media/glyphs/machines"
import { pantry } from "@/features/media/glyphs/pantry"
import { wardrobe } from "@/features/media/glyphs/wardrobe"

export const GLYPHS = { ...pantry, ...wardrobe, ...machines, ...house, ...leisure }

export type Glyph = keyof typeof GLYPHS

export function isGlyph(word: string): word is Glyph {
  return Object.hasOwn(GLYPHS, word)
}
