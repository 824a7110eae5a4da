import { backdropOf, CREAM, INK, tonesOf, type Backdrop } from "@/features/media/palette"
import { GLYPHS } from "@/features/media/glyphs/all"
import { parseProductImage, type View } from "@/features/media/product-image-path"
import {
  repeatAround,
  circle,
  withOpacity,
  translate,
  rect,
  ellipse,
  ring,
  path,
  repeat,
  rotate,
} from "@/features/media/shapes"
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
    rect(0, 0, 800, 800, 0, "#f2ece2") +
      withOpacity(
        0.5,
        ring(400, 400, 150, "#c9bda9", 18) +
          rect(391, 290, 18, 220, 9, "#c9bda9").replace("<rect", '<rect transform="rotate(45 400 400)"'),
      ),
  )
}

function drawThing(thing: string, view: View): string {
  const shadow = (x: number, y: number, width: number): string => withOpacity(0.16, ellipse(x, y, width, 24, INK))
  switch (view) {
    case "front":
      return shadow(400, 652, 236) + translate(400, 420, 1, thing)
    case "close":
      return shadow(400, 768, 320) + translate(400, 452, 1.34, thing)
    case "pair":
      return (
        shadow(520, 586, 150) +
        translate(530, 434, 0.66, withOpacity(0.96, thing)) +
        shadow(300, 666, 196) +
        translate(296, 476, 0.82, thing)
      )
    case "tilt":
      return rotate(-9, 400, 420, translate(400, 414, 1.02, thing))
  }
}

function drawBackdrop({ wall, motif, floor }: Backdrop, seed: number, view: View): string {
  const plain = rect(0, 0, 800, 800, 0, wall)
  const ground = rect(0, 632, 800, 168, 0, floor)
  if (view === "tilt")
    return plain + circle(400, 414, 330, motif) + repeatAround(24, 400, 414, circle(400, 52, 9, floor))
  if (view === "close")
    return (
      rect(0, 0, 800, 800, 0, motif) +
      withOpacity(
        0.55,
        repeat(25, (i) => petals(80 + (i % 5) * 160, 80 + Math.floor(i / 5) * 160, 44, wall)),
      )
    )
  const scenes = [
    plain +
      path("M130 632V330C130 170 270 130 400 60C530 130 670 170 670 330V632Z", motif) +
      path("M172 632V340C172 200 296 164 400 108C504 164 628 200 628 340V632Z", wall) +
      withOpacity(0.6, path("M172 632V340C172 200 296 164 400 108C504 164 628 200 628 340V632Z", CREAM)),
    plain + circle(400, 390, 292, motif) + withOpacity(0.5, circle(400, 390, 230, CREAM)),
    plain + path("M0 470Q180 350 400 440T800 400V640H0Z", motif) + circle(620, 190, 84, motif),
    plain + path(`M60 632V260${repeat(5, (i) => `a68 68 0 0 1 ${i === 4 ? 136 : 136} 0`)}V632Z`, motif),
    plain +
      withOpacity(
        0.7,
        repeat(20, (i) => petals(80 + (i % 5) * 160, 70 + Math.floor(i / 5) * 150, 40, motif)),
      ),
    plain + repeatAround(36, 400, 400, path("M400 400L374 -240H426Z", motif)) + circle(400, 400, 250, wall),
  ]
  return (scenes[seed % scenes.length] ?? plain) + ground + withOpacity(0.35, rect(0, 632, 800, 8, 0, CREAM))
}

function petals(x: number, y: number, size: number, fill: string): string {
  return repeatAround(
    4,
    x,
    y,
    path(`M${x} ${y}q${size * 0.4}-${size * 0.5} 0-${size}q-${size * 0.4} ${size * 0.5} 0 ${size}Z`, fill),
  )
}
