import { resolve } from "node:path"
import sharp from "sharp"
import { OG_SIZE } from "@/app/media/og/og-size"
import { processSingleton } from "@/platform/process-singleton"
import { escapeMarkup } from "@/domain/escape-markup"

// sharp draws text with Pango and HarfBuzz, which shape Devanagari; satori (next/og) does not.

const MARGIN = 80
const TEXT_WIDTH = OG_SIZE.width - 2 * MARGIN
/** Title and description end here. */
const TEXT_BOTTOM = OG_SIZE.height - 70
const TEXT_HEIGHT = 350
const GAP = 28
const DESCRIPTION_MAX = 160
/** Sizes of the title, in pixels, until it has room. */
const TITLE_SIZES = [76, 64, 52, 42]

const [INK, MUTED] = ["#231d17", "#61574a"]

const FONTS = ["latin-400", "latin-600", "devanagari-400", "devanagari-600"]

/** Makes the fonts known to the process; later texts name them. */
function loadFonts(): Promise<unknown> {
  return processSingleton("og-fonts", () =>
    Promise.all(
      FONTS.map((name) => {
        // The folder is beside the server, not in its bundle.
        const fontfile = resolve(/* turbopackIgnore: true */ process.cwd(), `src/app/media/og/${name}.ttf`)
        return sharp({ text: { text: "a", font: `Haat ${name.split("-")[0]} 10`, fontfile } }).toBuffer()
      }),
    ),
  )
}

interface Drawn {
  data: Buffer
  height: number
}

async function drawText(text: string, size: number, weight: 400 | 600, colour: string): Promise<Drawn> {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}" font_weight="${weight}" font_family="Haat latin, Haat devanagari">${escapeMarkup(text)}</span>`,
      font: `Haat latin ${size}`,
      width: TEXT_WIDTH,
      dpi: 72,
      rgba: true,
      spacing: Math.round(size * 0.12),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { data, height: info.height }
}

/** The title in the largest size that leaves room for the description. */
async function drawTitle(title: string, room: number): Promise<Drawn> {
  for (const size of TITLE_SIZES.slice(0, -1)) {
    const drawn = await drawText(title, size, 600, INK)
    if (drawn.height <= room) return drawn
  }
  return drawText(title, TITLE_SIZES.at(-1) ?? 42, 600, INK)
}

function shorten(text: string): string {
  return text.length <= DESCRIPTION_MAX ? text : `${text.slice(0, DESCRIPTION_MAX).replace(/\s+\S*$/, "")}…`
}

const AWNING = Array.from({ length: 20 }, (_, index) => {
  const colour = ["#a23b14", "#e9a013", "#3a399b"][index % 3] ?? ""
  return `<path d="M${index * 60} 0h60a30 30 0 0 1-60 0z" fill="${colour}"/>`
}).join("")

// The mark of icon.svg.
const FRAME = `<svg xmlns="http://www.w3.org/2000/svg" width="${OG_SIZE.width}" height="${OG_SIZE.height}">
  <rect width="100%" height="100%" fill="#faf6ef"/>${AWNING}
  <g transform="translate(${MARGIN} 92)">
    <rect width="64" height="64" rx="15" fill="#a23b14"/><path d="M14 16h36l5 13H9z" fill="#fff6e4"/>
    <path d="M9 29h11.5a5.75 5.75 0 0 1-11.5 0zM32 29h11.5a5.75 5.75 0 0 1-11.5 0z" fill="#fff6e4"/>
    <path d="M20.5 29H32a5.75 5.75 0 0 1-11.5 0zM43.5 29H55a5.75 5.75 0 0 1-11.5 0z" fill="#f2b83f"/>
    <path d="M15 38.5v11h34v-11" fill="none" stroke="#fff6e4" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/>
  </g>
</svg>`

/** Draws the picture that a link to a page is shown with, as a PNG. */
export async function drawOgPicture(page: { brand: string; title: string; description: string }): Promise<Buffer> {
  await loadFonts()
  const [brand, description] = await Promise.all([
    drawText(page.brand, 34, 600, INK),
    drawText(shorten(page.description), 32, 400, MUTED),
  ])
  const title = await drawTitle(page.title, TEXT_HEIGHT - GAP - description.height)
  const descriptionTop = TEXT_BOTTOM - description.height
  return sharp(Buffer.from(FRAME))
    .composite([
      { input: brand.data, left: MARGIN + 84, top: 124 - Math.round(brand.height / 2) },
      { input: title.data, left: MARGIN, top: descriptionTop - GAP - title.height },
      { input: description.data, left: MARGIN, top: descriptionTop },
    ])
    .png({ palette: true, effort: 4 })
    .toBuffer()
}
