import { CREAM, INK, isColour, mix, tonesOf, type Colour, type Tones } from "@/features/media/palette"
import {
  repeatAround,
  circle,
  emblem,
  withOpacity,
  rect,
  ellipse,
  ring,
  path,
  strokePath,
} from "@/features/media/shapes"
import { svgDocument } from "@/features/media/svg-document"

/** `/media/stores/teal-07.svg` */
export function storeLogoPath(colour: Colour, seed: number): string {
  return `/media/stores/${colour}-${String(seed).padStart(2, "0")}.svg`
}

/** `/media/avatars/plum-42.svg` */
export function avatarPath(colour: Colour, seed: number): string {
  return `/media/avatars/${colour}-${String(seed).padStart(2, "0")}.svg`
}

/** A store's logo as SVG, 400 by 400, or null if `file` ("teal-07.svg") is not a valid name. */
export function drawStoreLogo(file: string): string | null {
  const named = parse(file)
  if (!named) return null
  const { tones, seed } = named
  const rim =
    seed % 3 === 0
      ? repeatAround(16, 200, 200, circle(200, 44, 30, tones.base))
      : seed % 3 === 1
        ? repeatAround(8, 200, 200, rect(62, 62, 276, 276, 18, tones.base))
        : repeatAround(24, 200, 200, path("M200 18L222 70H178Z", tones.base))
  return svgDocument(
    400,
    rect(0, 0, 400, 400, 0, tones.pale) +
      rim +
      circle(200, 200, 158, tones.base) +
      ring(200, 200, 134, tones.accent, 6) +
      circle(200, 200, 122, CREAM) +
      emblem(200, 200, 88, tones.base, tones.accent, seed),
  )
}

/** A portrait without a recognizable face as SVG, 400 by 400, or null if `file` ("plum-42.svg") is not a valid name. */
export function drawAvatar(file: string): string | null {
  const named = parse(file)
  if (!named) return null
  const { tones, seed } = named
  const skin = ["#e3b083", "#c98d5c", "#a86b42", "#8a5433"][seed % 4] ?? "#c98d5c"
  return svgDocument(
    400,
    rect(0, 0, 400, 400, 0, tones.pale) +
      withOpacity(0.7, circle(200, 190, 150, tones.light)) +
      portrait(tones, skin, mix(skin, INK, 0.22), Math.floor(seed / 4) % 5),
  )
}

function portrait(tones: Tones, skin: string, shade: string, kind: number): string {
  const dark = "#2b1d1b"
  const shoulders =
    path("M50 400C50 300 120 272 200 272S350 300 350 400Z", tones.base) +
    rect(164, 220, 72, 80, 34, shade) +
    path("M150 276Q200 330 250 276L236 262H164Z", skin)
  const head =
    ellipse(200, 178, 74, 88, skin) +
    circle(172, 182, 8, dark) +
    circle(228, 182, 8, dark) +
    strokePath("M178 222Q200 238 222 222", shade, 7)
  const hair = [
    path("M122 180C110 70 290 70 278 180C264 140 240 124 200 124S136 140 122 180Z", dark),
    path("M118 190C96 60 304 60 282 190L296 290H262L266 170Q236 120 200 118Q164 120 134 170L138 290H104Z", dark) +
      circle(200, 140, 8, "#c2293b"),
    path("M112 168C100 50 300 50 288 168Q200 96 112 168Z", tones.accent) +
      path("M120 150Q200 84 280 150L270 118Q200 60 130 118Z", tones.accentDark) +
      path("M184 84Q196 40 200 32Q204 40 216 84Z", tones.accentDark),
    path("M122 174C112 70 288 70 278 174Q250 130 200 128T122 174Z", dark) +
      path("M132 204Q140 270 200 272T268 204Q262 246 200 240T132 204Z", dark),
    path(
      "M96 400C80 260 92 74 200 74S320 260 304 400H270C280 300 276 180 200 130C124 180 120 300 130 400Z",
      tones.accent,
    ) + strokePath("M124 250C130 170 160 140 200 126S270 170 276 250", tones.accentDark, 7),
  ]
  return kind === 1
    ? (hair[1] ?? "") +
        shoulders +
        head +
        path("M124 176Q150 116 200 114T276 176Q250 136 200 134T124 176Z", dark) +
        circle(200, 146, 7, "#c2293b")
    : shoulders + head + (hair[kind] ?? "")
}

function parse(file: string): { tones: Tones; seed: number } | null {
  const [, colour, digits] = /^([a-z]+)-([0-9]{2})\.svg$/.exec(file) ?? []
  if (colour === undefined || !isColour(colour)) return null
  return { tones: tonesOf(colour, Number(digits)), seed: Number(digits) }
}
