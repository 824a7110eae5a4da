import { CREAM, GOLD, INK, STEEL, WOOD } from "@/features/media/palette"
import {
  around,
  disc,
  emblem,
  faint,
  moved,
  oblong,
  oval,
  ring,
  shape,
  stroke,
  times,
  turned,
} from "@/features/media/shapes"
import type { Drawing } from "@/features/media/glyphs/glyph"

const SCREEN = "#1f2a44"
const hills = (
  x: number,
  y: number,
  width: number,
  height: number,
  t: { accent: string; light: string; base: string },
): string =>
  oblong(x, y, width, height, 8, "#bfe0ea") +
  disc(x + width * 0.7, y + height * 0.32, Math.round(height * 0.13), "#f6c95f") +
  shape(
    `M${x} ${y + height * 0.7}q${width * 0.22}-${height * 0.4} ${width * 0.44}-${height * 0.06}t${width * 0.56}-${height * 0.04}V${y + height}H${x}Z`,
    t.accent,
  ) +
  shape(
    `M${x} ${y + height * 0.86}q${width * 0.3}-${height * 0.2} ${width * 0.6}-${height * 0.04}t${width * 0.4} 0V${y + height}H${x}Z`,
    t.light,
  )

export const machines = {
  phone: (t) =>
    oblong(-20, -246, 210, 430, 36, t.dark) +
    oblong(-4, -230, 100, 130, 28, t.base) +
    disc(46, -196, 26, INK) +
    disc(46, -136, 26, INK) +
    disc(46, -196, 11, "#5a7fa8") +
    disc(46, -136, 11, "#5a7fa8") +
    oblong(-190, -200, 230, 430, 38, t.base) +
    oblong(-178, -188, 206, 406, 28, SCREEN) +
    hills(-170, -180, 190, 390, t).replace('rx="8"', 'rx="22"') +
    oblong(-104, -172, 58, 16, 8, INK) +
    times(8, (i) =>
      oblong(
        -154 + (i % 4) * 44,
        112 + Math.floor(i / 4) * 46,
        30,
        30,
        9,
        i % 3 === 0 ? CREAM : i % 3 === 1 ? "#f6c95f" : t.base,
      ),
    ),
  tablet: (t) =>
    turned(
      -4,
      0,
      0,
      oblong(-180, -250, 360, 480, 34, t.base) +
        oblong(-156, -222, 312, 424, 14, SCREEN) +
        hills(-156, -222, 312, 300, t) +
        oblong(-130, 104, 200, 18, 9, CREAM) +
        oblong(-130, 138, 150, 12, 6, t.light) +
        oblong(-130, 162, 170, 12, 6, t.light),
    ) + turned(24, 190, 40, oblong(180, -150, 26, 330, 13, CREAM) + shape("M180 170h26l-13 40Z", t.accent)),
  laptop: (t) =>
    oblong(-216, -190, 432, 320, 24, t.dark) +
    oblong(-196, -170, 392, 270, 10, SCREEN) +
    hills(-196, -170, 392, 270, t) +
    shape("M-230 130H230L280 206Q284 224 262 224H-262Q-284 224-280 206Z", t.base) +
    shape("M-200 144H200L224 182H-224Z", t.dark) +
    times(20, (i) => oblong(-196 + (i % 10) * 40, 149 + Math.floor(i / 10) * 16, 32, 11, 3, t.light)) +
    oblong(-60, 192, 120, 22, 6, t.light),
  keyboard: (t) =>
    turned(
      -8,
      0,
      0,
      oblong(-262, -60, 400, 250, 24, t.dark) +
        oblong(-262, -70, 400, 244, 24, t.base) +
        times(32, (i) =>
          oblong(-242 + (i % 8) * 46, -48 + Math.floor(i / 8) * 44, 38, 36, 8, i === 12 ? t.accent : t.pale),
        ) +
        oblong(-150, 128, 176, 34, 8, t.pale) +
        oblong(-242, 128, 80, 34, 8, t.accent) +
        oblong(38, 128, 80, 34, 8, t.pale),
    ) +
    shape("M180-30C240-30 266 30 266 100S230 226 196 226S130 170 130 100S140-30 180-30Z", t.base) +
    stroke("M198-26V70M136 74Q198 90 262 74", t.dark, 6) +
    oblong(188, 0, 20, 44, 10, t.accent),
  drive: (t) =>
    turned(
      -10,
      0,
      0,
      oblong(-210, -150, 280, 370, 34, t.dark) +
        oblong(-210, -160, 280, 370, 34, t.base) +
        times(6, (i) => oblong(-180, -120 + i * 26, 220, 10, 5, t.light)) +
        oblong(-180, 120, 110, 50, 12, CREAM) +
        disc(30, 180, 10, "#7fd08a"),
    ) +
    turned(
      28,
      150,
      0,
      oblong(110, -60, 90, 210, 18, t.accent) +
        oblong(122, -134, 66, 80, 6, STEEL) +
        oblong(134, -114, 14, 22, 2, INK) +
        oblong(162, -114, 14, 22, 2, INK) +
        disc(155, 116, 16, t.accentLight),
    ),
  router: (t) =>
    [-180, -60, 60, 180]
      .map((x, i) => turned((i - 1.5) * 8, x, 100, oblong(x - 12, -210, 24, 320, 12, t.dark)))
      .join("") +
    stroke("M-70-120Q0-190 70-120M-110-160Q0-260 110-160M-34-84Q0-118 34-84", t.accent, 16) +
    oblong(-250, 90, 500, 130, 36, t.dark) +
    oblong(-250, 76, 500, 126, 36, t.base) +
    times(5, (i) => disc(-180 + i * 44, 140, 12, i < 3 ? "#7fd08a" : t.accent)) +
    oblong(90, 130, 110, 20, 10, t.light) +
    oblong(-190, 212, 70, 20, 8, INK) +
    oblong(120, 212, 70, 20, 8, INK),
  printer: (t) =>
    shape("M-150-240H150V-60H-150Z", CREAM) +
    times(4, (i) => oblong(-116, -206 + i * 34, i === 3 ? 140 : 232, 12, 6, t.light)) +
    oblong(-236, -80, 472, 240, 34, t.base) +
    oblong(-236, 30, 472, 130, 34, t.dark) +
    oblong(-170, 60, 340, 26, 13, INK) +
    shape("M-150 74H150L170 226H-170Z", CREAM) +
    hills(-110, 104, 220, 104, t) +
    disc(180, -30, 16, "#7fd08a") +
    oblong(-196, -44, 110, 44, 12, SCREEN),
  headphones: (t) =>
    stroke("M-190 60V0C-190-270 190-270 190 0V60", t.dark, 40) +
    stroke("M-190 40V0C-190-256 190-256 190 0V40", t.base, 24) +
    [-1, 1]
      .map(
        (s) =>
          oblong(s * 196 - 56, 0, 112, 210, 50, t.dark) +
          oblong(s * 160 - 42, 16, 84, 180, 40, t.accent) +
          oblong(s * 216 - 34, 24, 68, 160, 32, t.base) +
          disc(s * 216, 104, 20, t.light),
      )
      .join(""),
  earbuds: (t) =>
    shape("M-190 60C-190-10-140-20 0-20S190-10 190 60V120C190 210 130 226 0 226S-190 210-190 120Z", t.base) +
    shape("M-190 60C-190-10-140-20 0-20S190-10 190 60Q0 100-190 60Z", t.light) +
    oval(0, 40, 150, 30, t.dark) +
    oblong(-26, 120, 52, 14, 7, t.accent) +
    [-1, 1]
      .map((s) =>
        moved(
          s * 104,
          -130,
          1,
          disc(0, 0, 66, t.base) +
            disc(s * -8, -6, 52, t.light) +
            oblong(s > 0 ? -10 : -30, 20, 40, 140, 20, t.base) +
            disc(s * -34, 16, 30, t.accent) +
            disc(s * 20, -20, 9, t.dark),
        ),
      )
      .join(""),
  speaker: (t) =>
    oblong(-156, -250, 312, 480, 44, t.base) +
    oblong(80, -250, 76, 480, 44, t.dark) +
    disc(0, -120, 74, t.dark) +
    disc(0, -120, 56, t.accent) +
    disc(0, -120, 22, INK) +
    disc(0, 80, 122, t.dark) +
    disc(0, 80, 100, INK) +
    disc(0, 80, 76, t.accent) +
    disc(0, 80, 34, t.dark) +
    times(20, (i) =>
      disc(Math.round(Math.cos(i * 0.314) * 111), Math.round(80 + Math.sin(i * 0.314) * 111), 4, t.light),
    ) +
    oblong(-40, -228, 80, 14, 7, t.light),
  tv: (t) =>
    oblong(-270, -200, 540, 330, 18, INK) +
    hills(-252, -182, 504, 294, { ...t, light: t.base }) +
    disc(90, -80, 24, "#f6c95f") +
    stroke("M-120 130L-160 214M120 130L160 214", INK, 20) +
    oblong(-230, 208, 460, 24, 12, WOOD) +
    oblong(-190, 190, 380, 20, 6, INK) +
    shape("M-200-60q30-26 54 0q30-26 54 0", CREAM),
  camera: (t) =>
    oblong(-246, -110, 492, 330, 40, t.dark) +
    oblong(-246, -50, 492, 190, 0, t.base) +
    shape("M-90-110L-60-176H60L90-110Z", t.dark) +
    oblong(-210, -142, 80, 40, 12, STEEL) +
    disc(180, -128, 30, t.accent) +
    times(28, (i) => disc(-226 + (i % 14) * 35, 0 + Math.floor(i / 14) * 90, 5, t.light)) +
    disc(0, 50, 138, INK) +
    disc(0, 50, 116, STEEL) +
    disc(0, 50, 98, INK) +
    disc(0, 50, 70, "#2f4a72") +
    disc(0, 50, 40, "#16233c") +
    faint(0.8, disc(-26, 22, 17, CREAM)) +
    disc(196, -68, 14, GOLD),
  charger: (t) =>
    stroke("M70 60C210 60 210 210 60 200S-110 250-200 190", t.accent, 18) +
    oblong(-150, -170, 220, 260, 40, t.base) +
    oblong(0, -170, 70, 260, 34, t.dark) +
    oblong(-110, -250, 30, 90, 10, STEEL) +
    oblong(0, -250, 30, 90, 10, STEEL) +
    shape("M-30-110L-90-20H-46L-70 50L10-50H-36Z", t.accent) +
    turned(30, -210, 190, oblong(-262, 168, 90, 46, 12, INK) + oblong(-290, 180, 34, 22, 5, STEEL)),
  powerbank: (t) =>
    turned(
      -8,
      0,
      0,
      oblong(-160, -230, 320, 450, 50, t.dark) +
        oblong(-160, -240, 320, 450, 50, t.base) +
        oblong(-130, -210, 60, 390, 30, t.light) +
        oblong(-34, -150, 130, 70, 14, SCREEN) +
        times(3, (i) => oblong(-18 + i * 34, -132, 24, 34, 5, "#7fd08a")) +
        shape("M50-20L-30 90H24L0 170L100 50H44Z", t.accent),
    ) + oblong(120, 190, 40, 40, 8, STEEL),
  bulb: (t) =>
    around(12, 0, -60, oblong(-6, -292, 12, 46, 6, t.light)) +
    shape(
      "M0-220C110-220 160-140 160-64C160 20 84 50 76 110H-76C-84 50-160 20-160-64C-160-140-110-220 0-220Z",
      "#f9d976",
    ) +
    shape("M0-220C110-220 160-140 160-64C160 20 84 50 76 110H20C60 0 90-140 0-220Z", "#f0bf4c") +
    stroke("M-30 100L-44-30L0 10L44-30L30 100", t.accentDark, 8) +
    times(4, (i) => oblong(-66 + i * 3, 112 + i * 28, 132 - i * 6, 22, 11, i % 2 ? STEEL : "#98a0a6")) +
    oval(0, 228, 30, 12, INK) +
    faint(0.7, oval(-70, -120, 22, 44, CREAM)),
  fan: (t) =>
    oblong(-10, 40, 20, 160, 8, t.dark) +
    oval(0, 216, 140, 22, t.dark) +
    oval(0, 206, 140, 22, t.base) +
    ring(0, -60, 190, t.dark, 14) +
    around(
      3,
      0,
      -60,
      shape("M0-60C70-110 110-180 60-226C0-240-40-150 0-60Z", t.base) +
        shape("M0-60C30-110 40-190 10-224C-30-200-30-120 0-60Z", t.light),
    ) +
    around(24, 0, -60, stroke("M0-90V-246", t.light, 3)) +
    ring(0, -60, 130, t.light, 4) +
    disc(0, -60, 40, t.accent) +
    disc(0, -60, 22, t.accentLight),
  iron: (t) =>
    stroke("M170-60C220-150 240-200 250-250", INK, 12) +
    shape("M-250 150C-230 20-120-70 60-80H200Q230-80 232-50L240 150Z", t.base) +
    shape("M-60 20C0-20 60-30 170-30V50H-100Q-86 34-60 20Z", CREAM) +
    stroke("M-70-70C-40-150 40-170 120-160Q190-150 190-70", t.dark, 36) +
    oblong(-256, 146, 500, 40, 14, t.dark) +
    oblong(-262, 182, 508, 34, 14, STEEL) +
    disc(170, 84, 32, t.accent) +
    disc(170, 84, 14, CREAM),
  clock: (t) =>
    disc(0, -6, 232, t.dark) +
    disc(0, -14, 226, t.base) +
    disc(0, -14, 186, CREAM) +
    around(12, 0, -14, oblong(-7, -186, 14, 36, 7, t.dark)) +
    around(12, 0, -14, disc(0, -220, 8, GOLD)) +
    around(8, 0, -14, moved(0, -84, 0.3, emblem(0, 0, 70, "#f1dcb6", "#f1dcb6", 4))) +
    stroke("M0-14L-66-70", INK, 18) +
    stroke("M0-14L96-110", INK, 12) +
    stroke("M0 20V-130", t.accent, 5) +
    disc(0, -14, 18, GOLD),
  lamp: (t) =>
    faint(0.5, shape("M-130-40L-230 190H230L130-40Z", "#f9e2a0")) +
    shape("M-90-250H90L170-30H-170Z", t.base) +
    shape("M40-250H90L170-30H80Z", t.dark) +
    times(7, (i) => stroke(`M${-72 + i * 24}-246L${-136 + i * 45}-34`, t.light, 5)) +
    oblong(-178, -40, 356, 22, 11, t.accent) +
    oblong(-12, -18, 24, 90, 6, GOLD) +
    shape("M0 50C80 60 96 110 70 160Q50 190 60 208H-60Q-50 190-70 160C-96 110-80 60 0 50Z", t.accent) +
    shape("M0 50C80 60 96 110 70 160Q50 190 60 208H20C60 140 50 80 0 50Z", t.accentDark) +
    oblong(-96, 206, 192, 26, 12, GOLD),
} satisfies Record<string, Drawing>
