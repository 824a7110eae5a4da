import { isGlyph, type Glyph } from "@/features/media/glyphs/all"
import { isColour, type Colour } from "@/features/media/palette"

/** `front` the thing itself, `close` enlarged, `pair` two of them, `tilt` leaning. */
export const VIEWS = ["front", "close", "pair", "tilt"] as const

export type View = (typeof VIEWS)[number]

export const IMAGE_SIZE = 800

interface ProductImage {
  glyph: Glyph
  colour: Colour
  /** 0 to 99: selects backdrop, second colour and ornament. */
  seed: number
  view: View
}

/** `/media/products/saree/rani-07-front.svg` */
export function productImagePath({ glyph, colour, seed, view }: ProductImage): string {
  return `/media/products/${glyph}/${colour}-${String(seed).padStart(2, "0")}-${view}.svg`
}

/** Parses two path segments; null if there is no such image. */
export function parseProductImage(glyph: string, variant: string): ProductImage | null {
  const [, colour, seed, view] = /^([a-z]+)-([0-9]{2})-([a-z]+)\.svg$/.exec(variant) ?? []
  const known = VIEWS.find((name) => name === view)
  if (!isGlyph(glyph) || colour === undefined || !isColour(colour) || known === undefined) return null
  return { glyph, colour, seed: Number(seed), view: known }
}
