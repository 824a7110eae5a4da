import { CREAM, GOLD, INK, STEEL, WOOD } from "@/features/media/palette"
import {
  repeatAround,
  circle,
  emblem,
  withOpacity,
  translate,
  rect,
  ellipse,
  ring,
  path,
  strokePath,
  repeat,
  rotate,
} from "@/features/media/shapes"
import type { Drawing } from "@/features/media/glyphs/glyph"

const SCREEN = "#1f2a44"
function hills(
  x: number,
  y: number,
  width: number,
  height: number,
  t: { accent: string; light: string; base: string },
): string {
  return (
    rect(x, y, width, height, 8, "#bfe0ea") +
    circle(x + width * 0.7, y + height * 0.32, Math.round(height * 0.13), "#f6c95f") +
    path(
      `M${x} ${y + height * 0.7}q${width * 0.22}-${height * 0.4} ${width * 0.44}-${height * 0.06}t${width * 0.56}-${height * 0.04}V${y + height}H${x}Z`,
      t.accent,
    ) +
    path(
      `M${x} ${y + height * 0.86}q${width * 0.3}-${height * 0.2} ${width * 0.6}-${height * 0.04}t${width * 0.4} 0V${y + height}H${x}Z`,
      t.light,
    )
  )
}

export const machines = {
  phone: (t) =>
    rect(-20, -246, 210, 430, 36, t.dark) +
    rect(-4, -230, 100, 130, 28, t.base) +
    circle(46, -196, 26, INK) +
    circle(46, -136, 26, INK) +
    circle(46, -196, 11, "#5a7fa8") +
    circle(46, -136, 11, "#5a7fa8") +
    rect(-190, -200, 230, 430, 38, t.base) +
    rect(-178, -188, 206, 406, 28, SCREEN) +
    hills(-170, -180, 190, 390, t).replace('rx="8"', 'rx="22"') +
    rect(-104, -172, 58, 16, 8, INK) +
    repeat(8, (i) =>
      rect(
        -154 + (i % 4) * 44,
        112 + Math.floor(i / 4) * 46,
        30,
        30,
        9,
        i % 3 === 0 ? CREAM : i % 3 === 1 ? "#f6c95f" : t.base,
      ),
    ),
  tablet: (t) =>
    rotate(
      -4,
      0,
      0,
      rect(-180, -250, 360, 480, 34, t.base) +
        rect(-156, -222, 312, 424, 14, SCREEN) +
        hills(-156, -222, 312, 300, t) +
        rect(-130, 104, 200, 18, 9, CREAM) +
        rect(-130, 138, 150, 12, 6, t.light) +
        rect(-130, 162, 170, 12, 6, t.light),
    ) + rotate(24, 190, 40, rect(180, -150, 26, 330, 13, CREAM) + path("M180 170h26l-13 40Z", t.accent)),
  laptop: (t) =>
    rect(-216, -190, 432, 320, 24, t.dark) +
    rect(-196, -170, 392, 270, 10, SCREEN) +
    hills(-196, -170, 392, 270, t) +
    path("M-230 130H230L280 206Q284 224 262 224H-262Q-284 224-280 206Z", t.base) +
    path("M-200 144H200L224 182H-224Z", t.dark) +
    repeat(20, (i) => rect(-196 + (i % 10) * 40, 149 + Math.floor(i / 10) * 16, 32, 11, 3, t.light)) +
    rect(-60, 192, 120, 22, 6, t.light),
  keyboard: (t) =>
    rotate(
      -8,
      0,
      0,
      rect(-262, -60, 400, 250, 24, t.dark) +
        rect(-262, -70, 400, 244, 24, t.base) +
        repeat(32, (i) =>
          rect(-242 + (i % 8) * 46, -48 + Math.floor(i / 8) * 44, 38, 36, 8, i === 12 ? t.accent : t.pale),
        ) +
        rect(-150, 128, 176, 34, 8, t.pale) +
        rect(-242, 128, 80, 34, 8, t.accent) +
        rect(38, 128, 80, 34, 8, t.pale),
    ) +
    path("M180-30C240-30 266 30 266 100S230 226 196 226S130 170 130 100S140-30 180-30Z", t.base) +
    strokePath("M198-26V70M136 74Q198 90 262 74", t.dark, 6) +
    rect(188, 0, 20, 44, 10, t.accent),
  drive: (t) =>
    rotate(
      -10,
      0,
      0,
      rect(-210, -150, 280, 370, 34, t.dark) +
        rect(-210, -160, 280, 370, 34, t.base) +
        repeat(6, (i) => rect(-180, -120 + i * 26, 220, 10, 5, t.light)) +
        rect(-180, 120, 110, 50, 12, CREAM) +
        circle(30, 180, 10, "#7fd08a"),
    ) +
    rotate(
      28,
      150,
      0,
      rect(110, -60, 90, 210, 18, t.accent) +
        rect(122, -134, 66, 80, 6, STEEL) +
        rect(134, -114, 14, 22, 2, INK) +
        rect(162, -114, 14, 22, 2, INK) +
        circle(155, 116, 16, t.accentLight),
    ),
  router: (t) =>
    [-180, -60, 60, 180]
      .map((x, i) => rotate((i - 1.5) * 8, x, 100, rect(x - 12, -210, 24, 320, 12, t.dark)))
      .join("") +
    strokePath("M-70-120Q0-190 70-120M-110-160Q0-260 110-160M-34-84Q0-118 34-84", t.accent, 16) +
    rect(-250, 90, 500, 130, 36, t.dark) +
    rect(-250, 76, 500, 126, 36, t.base) +
    repeat(5, (i) => circle(-180 + i * 44, 140, 12, i < 3 ? "#7fd08a" : t.accent)) +
    rect(90, 130, 110, 20, 10, t.light) +
    rect(-190, 212, 70, 20, 8, INK) +
    rect(120, 212, 70, 20, 8, INK),
  printer: (t) =>
    path("M-150-240H150V-60H-150Z", CREAM) +
    repeat(4, (i) => rect(-116, -206 + i * 34, i === 3 ? 140 : 232, 12, 6, t.light)) +
    rect(-236, -80, 472, 240, 34, t.base) +
    rect(-236, 30, 472, 130, 34, t.dark) +
    rect(-170, 60, 340, 26, 13, INK) +
    path("M-150 74H150L170 226H-170Z", CREAM) +
    hills(-110, 104, 220, 104, t) +
    circle(180, -30, 16, "#7fd08a") +
    rect(-196, -44, 110, 44, 12, SCREEN),
  headphones: (t) =>
    strokePath("M-190 60V0C-190-270 190-270 190 0V60", t.dark, 40) +
    strokePath("M-190 40V0C-190-256 190-256 190 0V40", t.base, 24) +
    [-1, 1]
      .map(
        (s) =>
          rect(s * 196 - 56, 0, 112, 210, 50, t.dark) +
          rect(s * 160 - 42, 16, 84, 180, 40, t.accent) +
          rect(s * 216 - 34, 24, 68, 160, 32, t.base) +
          circle(s * 216, 104, 20, t.light),
      )
      .join(""),
  earbuds: (t) =>
    path("M-190 60C-190-10-140-20 0-20S190-10 190 60V120C190 210 130 226 0 226S-190 210-190 120Z", t.base) +
    path("M-190 60C-190-10-140-20 0-20S190-10 190 60Q0 100-190 60Z", t.light) +
    ellipse(0, 40, 150, 30, t.dark) +
    rect(-26, 120, 52, 14, 7, t.accent) +
    [-1, 1]
      .map((s) =>
        translate(
          s * 104,
          -130,
          1,
          circle(0, 0, 66, t.base) +
            circle(s * -8, -6, 52, t.light) +
            rect(s > 0 ? -10 : -30, 20, 40, 140, 20, t.base) +
            circle(s * -34, 16, 30, t.accent) +
            circle(s * 20, -20, 9, t.dark),
        ),
      )
      .join(""),
  speaker: (t) =>
    rect(-156, -250, 312, 480, 44, t.base) +
    rect(80, -250, 76, 480, 44, t.dark) +
    circle(0, -120, 74, t.dark) +
    circle(0, -120, 56, t.accent) +
    circle(0, -120, 22, INK) +
    circle(0, 80, 122, t.dark) +
    circle(0, 80, 100, INK) +
    circle(0, 80, 76, t.accent) +
    circle(0, 80, 34, t.dark) +
    repeat(20, (i) =>
      circle(Math.round(Math.cos(i * 0.314) * 111), Math.round(80 + Math.sin(i * 0.314) * 111), 4, t.light),
    ) +
    rect(-40, -228, 80, 14, 7, t.light),
  tv: (t) =>
    rect(-270, -200, 540, 330, 18, INK) +
    hills(-252, -182, 504, 294, { ...t, light: t.base }) +
    circle(90, -80, 24, "#f6c95f") +
    strokePath("M-120 130L-160 214M120 130L160 214", INK, 20) +
    rect(-230, 208, 460, 24, 12, WOOD) +
    rect(-190, 190, 380, 20, 6, INK) +
    path("M-200-60q30-26 54 0q30-26 54 0", CREAM),
  camera: (t) =>
    rect(-246, -110, 492, 330, 40, t.dark) +
    rect(-246, -50, 492, 190, 0, t.base) +
    path("M-90-110L-60-176H60L90-110Z", t.dark) +
    rect(-210, -142, 80, 40, 12, STEEL) +
    circle(180, -128, 30, t.accent) +
    repeat(28, (i) => circle(-226 + (i % 14) * 35, 0 + Math.floor(i / 14) * 90, 5, t.light)) +
    circle(0, 50, 138, INK) +
    circle(0, 50, 116, STEEL) +
    circle(0, 50, 98, INK) +
    circle(0, 50, 70, "#2f4a72") +
    circle(0, 50, 40, "#16233c") +
    withOpacity(0.8, circle(-26, 22, 17, CREAM)) +
    circle(196, -68, 14, GOLD),
  charger: (t) =>
    strokePath("M70 60C210 60 210 210 60 200S-110 250-200 190", t.accent, 18) +
    rect(-150, -170, 220, 260, 40, t.base) +
    rect(0, -170, 70, 260, 34, t.dark) +
    rect(-110, -250, 30, 90, 10, STEEL) +
    rect(0, -250, 30, 90, 10, STEEL) +
    path("M-30-110L-90-20H-46L-70 50L10-50H-36Z", t.accent) +
    rotate(30, -210, 190, rect(-262, 168, 90, 46, 12, INK) + rect(-290, 180, 34, 22, 5, STEEL)),
  powerbank: (t) =>
    rotate(
      -8,
      0,
      0,
      rect(-160, -230, 320, 450, 50, t.dark) +
        rect(-160, -240, 320, 450, 50, t.base) +
        rect(-130, -210, 60, 390, 30, t.light) +
        rect(-34, -150, 130, 70, 14, SCREEN) +
        repeat(3, (i) => rect(-18 + i * 34, -132, 24, 34, 5, "#7fd08a")) +
        path("M50-20L-30 90H24L0 170L100 50H44Z", t.accent),
    ) + rect(120, 190, 40, 40, 8, STEEL),
  bulb: (t) =>
    repeatAround(12, 0, -60, rect(-6, -292, 12, 46, 6, t.light)) +
    path(
      "M0-220C110-220 160-140 160-64C160 20 84 50 76 110H-76C-84 50-160 20-160-64C-160-140-110-220 0-220Z",
      "#f9d976",
    ) +
    path("M0-220C110-220 160-140 160-64C160 20 84 50 76 110H20C60 0 90-140 0-220Z", "#f0bf4c") +
    strokePath("M-30 100L-44-30L0 10L44-30L30 100", t.accentDark, 8) +
    repeat(4, (i) => rect(-66 + i * 3, 112 + i * 28, 132 - i * 6, 22, 11, i % 2 ? STEEL : "#98a0a6")) +
    ellipse(0, 228, 30, 12, INK) +
    withOpacity(0.7, ellipse(-70, -120, 22, 44, CREAM)),
  fan: (t) =>
    rect(-10, 40, 20, 160, 8, t.dark) +
    ellipse(0, 216, 140, 22, t.dark) +
    ellipse(0, 206, 140, 22, t.base) +
    ring(0, -60, 190, t.dark, 14) +
    repeatAround(
      3,
      0,
      -60,
      path("M0-60C70-110 110-180 60-226C0-240-40-150 0-60Z", t.base) +
        path("M0-60C30-110 40-190 10-224C-30-200-30-120 0-60Z", t.light),
    ) +
    repeatAround(24, 0, -60, strokePath("M0-90V-246", t.light, 3)) +
    ring(0, -60, 130, t.light, 4) +
    circle(0, -60, 40, t.accent) +
    circle(0, -60, 22, t.accentLight),
  iron: (t) =>
    strokePath("M170-60C220-150 240-200 250-250", INK, 12) +
    path("M-250 150C-230 20-120-70 60-80H200Q230-80 232-50L240 150Z", t.base) +
    path("M-60 20C0-20 60-30 170-30V50H-100Q-86 34-60 20Z", CREAM) +
    strokePath("M-70-70C-40-150 40-170 120-160Q190-150 190-70", t.dark, 36) +
    rect(-256, 146, 500, 40, 14, t.dark) +
    rect(-262, 182, 508, 34, 14, STEEL) +
    circle(170, 84, 32, t.accent) +
    circle(170, 84, 14, CREAM),
  clock: (t) =>
    circle(0, -6, 232, t.dark) +
    circle(0, -14, 226, t.base) +
    circle(0, -14, 186, CREAM) +
    repeatAround(12, 0, -14, rect(-7, -186, 14, 36, 7, t.dark)) +
    repeatAround(12, 0, -14, circle(0, -220, 8, GOLD)) +
    repeatAround(8, 0, -14, translate(0, -84, 0.3, emblem(0, 0, 70, "#f1dcb6", "#f1dcb6", 4))) +
    strokePath("M0-14L-66-70", INK, 18) +
    strokePath("M0-14L96-110", INK, 12) +
    strokePath("M0 20V-130", t.accent, 5) +
    circle(0, -14, 18, GOLD),
  lamp: (t) =>
    withOpacity(0.5, path("M-130-40L-230 190H230L130-40Z", "#f9e2a0")) +
    path("M-90-250H90L170-30H-170Z", t.base) +
    path("M40-250H90L170-30H80Z", t.dark) +
    repeat(7, (i) => strokePath(`M${-72 + i * 24}-246L${-136 + i * 45}-34`, t.light, 5)) +
    rect(-178, -40, 356, 22, 11, t.accent) +
    rect(-12, -18, 24, 90, 6, GOLD) +
    path("M0 50C80 60 96 110 70 160Q50 190 60 208H-60Q-50 190-70 160C-96 110-80 60 0 50Z", t.accent) +
    path("M0 50C80 60 96 110 70 160Q50 190 60 208H20C60 140 50 80 0 50Z", t.accentDark) +
    rect(-96, 206, 192, 26, 12, GOLD),
} satisfies Record<string, Drawing>
