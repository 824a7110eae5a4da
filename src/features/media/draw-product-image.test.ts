import { describe, expect, it } from "vitest"
import { APP_ICON_KEYS, drawAppIcon } from "@/features/media/draw-app-icon"
import { avatarPath, drawAvatar, drawStoreLogo, storeLogoPath } from "@/features/media/draw-emblems"
import { drawNoImage, drawProductImage } from "@/features/media/draw-product-image"
import { GLYPHS, type Glyph } from "@/features/media/glyphs/all"
import { COLOURS } from "@/features/media/palette"
import { parseProductImage, productImagePath, VIEWS } from "@/features/media/product-image-path"

const glyphs = Object.keys(GLYPHS) as Glyph[]

/** Throws if the markup is not well-formed: tags closed in order, attributes quoted, numbers finite. */
function assertWellFormed(svg: string): void {
  const open: string[] = []
  const rest = svg.replace(
    /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z:-]+="[^"<&]*")*)\s*(\/?)>/g,
    (_tag, end: string, name: string, _attributes: string, empty: string) => {
      if (end) expect(open.pop()).toBe(name)
      else if (!empty) open.push(name)
      return ""
    },
  )
  expect(open).toEqual([])
  expect(rest).toBe("")
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
}

describe("product images", () => {
  it("draws every glyph in every view as well-formed XML", () => {
    glyphs.forEach((glyph, i) =>
      VIEWS.forEach((view, j) => {
        const colour = COLOURS[(i + j) % COLOURS.length] ?? "teal"
        const segments = productImagePath({ glyph, colour, seed: (i * 7 + j) % 100, view }).split("/")
        const svg = drawProductImage(segments[3] ?? "", segments[4] ?? "")
        expect(svg, `${glyph} ${view}`).not.toBeNull()
        assertWellFormed(svg ?? "")
      }),
    )
  })

  it("draws the same image for the same path, and another one for another colour, seed or view", () => {
    const draw = (variant: string): string | null => drawProductImage("saree", variant)
    expect(draw("rani-07-front.svg")).toBe(draw("rani-07-front.svg"))
    expect(
      new Set(["rani-07-front.svg", "teal-07-front.svg", "rani-08-front.svg", "rani-07-tilt.svg"].map(draw)).size,
    ).toBe(4)
  })

  it("parses every path that it creates", () => {
    const image = { glyph: "diya", colour: "marigold", seed: 3, view: "pair" } as const
    const [, , , glyph, variant] = productImagePath(image).split("/")
    expect(parseProductImage(glyph ?? "", variant ?? "")).toEqual(image)
  })

  it.each([
    ["saree", "rani-7-front.svg"],
    ["saree", "rani-007-front.svg"],
    ["saree", "rani-07-front.png"],
    ["saree", "rani-07-front.svg\n"],
    ["saree", "RANI-07-front.svg"],
    ["saree", "constructor-07-front.svg"],
    ["saree", "rani-07-back.svg"],
    ["constructor", "rani-07-front.svg"],
    ["__proto__", "rani-07-front.svg"],
    ["<script>", "<script>"],
    ["", ""],
  ])("draws nothing for %j/%j", (glyph, variant) => {
    expect(drawProductImage(glyph, variant)).toBeNull()
  })
})

describe("the other drawings", () => {
  it("are well-formed", () => {
    const drawings = [drawNoImage(), ...APP_ICON_KEYS.map((key) => drawAppIcon(`${key}.svg`))]
    for (const colour of COLOURS) {
      drawings.push(
        drawStoreLogo(storeLogoPath(colour, 7).split("/")[3] ?? ""),
        drawAvatar(avatarPath(colour, 42).split("/")[3] ?? ""),
      )
    }
    for (const svg of drawings) assertWellFormed(svg ?? "null")
  })

  it("return null for unknown names", () => {
    for (const draw of [drawAppIcon, drawStoreLogo, drawAvatar]) {
      for (const file of ["", "x.svg", "toString.svg", "teal-1.svg", "teal-01.svg/..", "nope-01.svg"])
        expect(draw(file)).toBeNull()
    }
  })
})
