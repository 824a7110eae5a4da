import { CREAM, mix } from "@/features/media/palette"
import {
  repeatAround,
  circle,
  withOpacity,
  rect,
  ellipse,
  ring,
  path,
  strokePath,
  repeat,
} from "@/features/media/shapes"
import { svgDocument } from "@/features/media/svg-document"

interface AppIcon {
  accent: string
  sign: string
}

/** The platform's own apps by key: accent colour and symbol, drawn around (256, 256). */
const ICONS: Record<string, AppIcon> = {
  shop: {
    accent: "#c2410c",
    sign:
      path("M120 190H392L410 400Q412 424 388 424H124Q100 424 102 400Z", CREAM) +
      strokePath("M190 230V170C190 90 322 90 322 170V230", CREAM, 24) +
      repeatAround(6, 256, 320, ellipse(256, 284, 14, 32, "#f2922b")) +
      circle(256, 320, 18, "#c2410c"),
  },
  "seller-hub": {
    accent: "#0f766e",
    sign:
      path("M110 150H402L430 238H82Z", CREAM) +
      repeat(5, (i) => path(`M${82 + i * 69.6} 238h69.6a34.8 40 0 0 1-69.6 0Z`, i % 2 ? "#e2a52b" : CREAM)) +
      path("M116 290H396V410Q396 424 382 424H130Q116 424 116 410Z", CREAM) +
      rect(222, 316, 68, 108, 8, "#0f766e") +
      rect(148, 316, 48, 50, 6, "#0f766e") +
      rect(316, 316, 48, 50, 6, "#0f766e"),
  },
  portal: {
    accent: "#3730a3",
    sign:
      strokePath("M190 170L100 256L190 342M322 170L412 256L322 342", CREAM, 34) +
      strokePath("M286 130L226 382", "#f2922b", 30),
  },
  pay: {
    accent: "#7e22ce",
    sign:
      rect(86, 150, 340, 220, 34, CREAM) +
      rect(86, 196, 340, 44, 0, "#c9a6e6") +
      strokePath("M300 280H382M300 300H382M318 280C350 280 350 322 312 322L362 352", "#7e22ce", 11) +
      rect(118, 296, 100, 22, 11, "#c9a6e6"),
  },
  track: {
    accent: "#1d4ed8",
    sign:
      path(
        "M256 96C340 96 390 156 390 226C390 312 300 380 256 430C212 380 122 312 122 226C122 156 172 96 256 96Z",
        CREAM,
      ) +
      path("M186 206L256 170L326 206V284L256 320L186 284Z", "#e2a52b") +
      strokePath("M186 206L256 242L326 206M256 242V320", "#1d4ed8", 12),
  },
  reader: {
    accent: "#9f1239",
    sign:
      path("M256 176Q180 120 84 140V376Q180 356 256 412Z", CREAM) +
      path("M256 176Q332 120 428 140V376Q332 356 256 412Z", "#f6dfe2") +
      strokePath("M124 200Q176 196 216 222M124 252Q176 248 216 274M124 304Q176 300 216 326", "#9f1239", 13) +
      path("M330 134h44v104l-22-20l-22 20Z", "#f2922b"),
  },
  fresh: {
    accent: "#4d7c0f",
    sign:
      path("M256 420C130 400 96 270 130 150C250 130 350 180 340 320C338 366 300 400 256 420Z", CREAM) +
      strokePath("M160 190C240 250 280 330 284 430", "#4d7c0f", 16) +
      strokePath("M210 244L206 186M246 300L300 282", "#4d7c0f", 12) +
      circle(372, 172, 44, "#f2922b"),
  },
  labs: {
    accent: "#475569",
    sign:
      path("M214 110H298V216L388 374Q404 414 364 414H148Q108 414 124 374L214 216Z", CREAM) +
      path("M186 290H326L376 376Q386 400 360 400H152Q126 400 136 376Z", "#8fc7c0") +
      rect(196, 92, 120, 34, 17, CREAM) +
      circle(226, 340, 16, CREAM) +
      circle(284, 366, 11, CREAM) +
      ring(300, 320, 14, CREAM, 7),
  },
}

export const APP_ICON_KEYS = Object.keys(ICONS)

export function appAccent(key: string): string | null {
  return iconOf(key)?.accent ?? null
}

/** The icon of one of the platform's apps as SVG, 512 by 512, or null if `file` ("shop.svg") is unknown. */
export function drawAppIcon(file: string): string | null {
  const icon = iconOf(/^([a-z-]+)\.svg$/.exec(file)?.[1] ?? "")
  if (!icon) return null
  const { accent, sign } = icon
  return svgDocument(
    512,
    rect(0, 0, 512, 512, 116, accent) +
      withOpacity(
        0.5,
        path(
          "M0 340Q140 250 256 340T512 320V396A116 116 0 0 1 396 512H116A116 116 0 0 1 0 396Z",
          mix(accent, "#1b1020", 0.3),
        ),
      ) +
      sign,
  )
}

function iconOf(key: string): AppIcon | undefined {
  return Object.hasOwn(ICONS, key) ? ICONS[key] : undefined
}
