import { backdropOf, CREAM, INK, tonesOf, type Backdrop } from "@/features/media/palette"
import { GLYPHS } from "@/features/media/glyphs/all"
import { parseProductImage, type View } from "@/features/media/product-image-path"
import { around, disc, faint, moved, oblong, oval, ring, shape, times, turned } from "@/features/media/shapes"
import { svgDocument } from "@/features/media/svg-document"

/** The picture of a product as SVG, 800 by 800, or null if the segments are not valid. */
export function drawProductImage(glyph: string, variant: string): string | null {
  const image = parseProductImage(glyph, variant)
  if (!image) return null
  const { seed, view } = image
  const tones = tonesOf(image.colour, seed)
  const thing = GLYPHS[image.glyph](tones, seed)
  return svgDocument(800, drawBackdrop(backdropOf(image.colour, seed), seed, view) + drawThing(thing, view))
}

/** The placeholder for a product without a picture. */
export function drawNoImage(): string {
  return svgDocument(
    800,
    oblong(0, 0, 800, 800, 0, "#f2ece2") +
      faint(
        0.5,
        ring(400, 400, 150, "#c9bda9", 18) +
          oblong(391, 290, 18, 220, 9, "#c9bda9").replace("<rect", '<rect transform="rotate(45 400 400)"'),
      ),
  )
}

function drawThing(thing: string, view: View): string {
  const shadow = (x: number, y: number, width: number): string => faint(0.16, oval(x, y, width, 24, INK))
  switch (view) {
    case "front":
      return shadow(400, 652, 236) + moved(400, 420, 1, thing)
    case "close":
      return shadow(400, 768, 320) + moved(400, 452, 1.34, thing)
    case "pair":
      return (
        shadow(520, 586, 150) +
        moved(530, 434, 0.66, faint(0.96, thing)) +
        shadow(300, 666, 196) +
        moved(296, 476, 0.82, thing)
      )
    case "tilt":
      return turned(-9, 400, 420, moved(400, 414, 1.02, thing))
  }
}

function drawBackdrop({ wall, motif, floor }: Backdrop, seed: number, view: View): string {
  const plain = oblong(0, 0, 800, 800, 0, wall)
  const ground = oblong(0, 632, 800, 168, 0, floor)
  if (view === "tilt") return plain + disc(400, 414, 330, motif) + around(24, 400, 414, disc(400, 52, 9, floor))
  if (view === "close")
    return (
      oblong(0, 0, 800, 800, 0, motif) +
      faint(
        0.55,
        times(25, (i) => petals(80 + (i % 5) * 160, 80 + Math.floor(i / 5) * 160, 44, wall)),
      )
    )
  const scenes = [
    plain +
      shape("M130 632V330C130 170 270 130 400 60C530 130 670 170 670 330V632Z", motif) +
      shape("M172 632V340C172 200 296 164 400 108C504 164 628 200 628 340V632Z", wall) +
      faint(0.6, shape("M172 632V340C172 200 296 164 400 108C504 164 628 200 628 340V632Z", CREAM)),
    plain + disc(400, 390, 292, motif) + faint(0.5, disc(400, 390, 230, CREAM)),
    plain + shape("M0 470Q180 350 400 440T800 400V640H0Z", motif) + disc(620, 190, 84, motif),
    plain + shape(`M60 632V260${times(5, (i) => `a68 68 0 0 1 ${i === 4 ? 136 : 136} 0`)}V632Z`, motif),
    plain +
      faint(
        0.7,
        times(20, (i) => petals(80 + (i % 5) * 160, 70 + Math.floor(i / 5) * 150, 40, motif)),
      ),
    plain + around(36, 400, 400, shape("M400 400L374 -240H426Z", motif)) + disc(400, 400, 250, wall),
  ]
  return (scenes[seed % scenes.length] ?? plain) + ground + faint(0.35, oblong(0, 632, 800, 8, 0, CREAM))
}

function petals(x: number, y: number, size: number, fill: string): string {
  return around(
    4,
    x,
    y,
    shape(`M${x} ${y}q${size * 0.4}-${size * 0.5} 0-${size}q-${size * 0.4} ${size * 0.5} 0 ${size}Z`, fill),
  )
}
