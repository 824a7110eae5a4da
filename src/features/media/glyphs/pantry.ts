import { CREAM, GOLD, INK, STEEL, WOOD } from "@/features/media/palette"
import {
  repeatAround,
  circle,
  emblem,
  withOpacity,
  rect,
  ellipse,
  path,
  strokePath,
  repeat,
  rotate,
} from "@/features/media/shapes"
import type { Drawing } from "@/features/media/glyphs/glyph"

function heap(fill: string, speck: string): string {
  return (
    path("M-190-20C-150-120-70-150 0-150S150-120 190-20Z", fill) +
    repeat(38, (i) =>
      ellipse(
        -165 + ((i * 89) % 330),
        -26 - ((i * 53) % (110 - Math.abs(-165 + ((i * 89) % 330)) * 0.52)),
        13,
        8,
        i % 3 ? speck : CREAM,
      ),
    )
  )
}

const bowlBody: Drawing = (t) =>
  path("M-230-30H230C226 110 130 215 60 222H-60C-130 215-226 110-230-30Z", t.dark) +
  path("M-230-30H230C226 90 130 190 40 200C-90 196-222 100-230-30Z", t.base) +
  rect(-80, 206, 160, 26, 10, t.dark) +
  rect(-244, -48, 488, 36, 18, t.light) +
  repeat(9, (i) => path(`M${-184 + i * 46} 30l17 24l-17 24l-17-24Z`, i % 2 ? t.accent : CREAM))

export const pantry = {
  bowl: (t, seed) =>
    heap(t.base, t.dark) +
    bowlBody({ ...t, base: t.accent, dark: t.accentDark, light: t.accentLight, accent: t.base }, seed),
  makhana: (t, seed) =>
    repeat(24, (i) => {
      const x = -160 + ((i * 97) % 320)
      const y = -40 - ((i * 61) % Math.max(30, 130 - Math.abs(x) * 0.5))
      return (
        circle(x, y, 34, "#efe3cb") +
        circle(x - 5, y - 5, 29, "#fffaf0") +
        circle(x + 9, y + 9, 5, "#b98a56") +
        circle(x - 12, y + 4, 3, "#d6b78a")
      )
    }) +
    bowlBody({ ...t, base: t.accent, dark: t.accentDark, light: t.accentLight, accent: GOLD }, seed) +
    circle(236, 196, 32, "#efe3cb") +
    circle(232, 192, 28, "#fffaf0") +
    circle(242, 204, 5, "#b98a56"),
  nuts: (t, seed) =>
    repeat(20, (i) =>
      rotate(
        (i * 67) % 180,
        -160 + ((i * 83) % 320),
        -46 - ((i * 47) % 74),
        path(
          `M${-200 + ((i * 83) % 320)} ${-46 - ((i * 47) % 74)}q40-40 80 0q-40 40-80 0Z`,
          i % 3 === 0 ? t.light : i % 3 === 1 ? t.base : t.dark,
        ),
      ),
    ) + bowlBody({ ...t, base: "#b5703c", dark: "#7d4726", light: "#d3945c", accent: t.accent }, seed),
  sack: (t, seed) =>
    path("M-150-170C-210-60-230 90-200 214Q0 250 200 214C230 90 210-60 150-170Z", "#d9bb88") +
    path("M60-170C150-40 170 120 130 226Q170 222 200 214C230 90 210-60 150-170Z", "#c4a26c") +
    path("M-176-216Q0-250 176-216L150-160Q0-132-150-160Z", "#e9d2a6") +
    path("M-150-160Q0-132 150-160L146-146Q0-116-146-146Z", t.dark) +
    path("M-130-208Q-60-262 0-262T130-208Q0-190-130-208Z", t.light) +
    rect(-122, -64, 244, 214, 20, t.base) +
    rect(-106, -48, 212, 182, 12, CREAM) +
    emblem(0, 30, 66, t.base, t.accent, seed) +
    rect(-60, 106, 120, 10, 5, t.dark),
  jar: (t, seed) =>
    path(
      "M-120-150H120C176-140 196-96 196-40V170Q196 230 136 230H-136Q-196 230-196 170V-40C-196-96-176-140-120-150Z",
      t.base,
    ) +
    path("M60-150H120C176-140 196-96 196-40V170Q196 230 136 230H96C150 130 140-60 60-150Z", t.dark) +
    rect(-138, -236, 276, 88, 22, t.accentDark) +
    rect(-138, -236, 276, 60, 22, t.accent) +
    repeat(7, (i) => rect(-112 + i * 36, -222, 8, 34, 4, t.accentLight)) +
    rect(-196, -36, 392, 170, 0, CREAM) +
    rect(-196, -36, 392, 12, 0, t.accent) +
    rect(-196, 122, 392, 12, 0, t.accent) +
    emblem(0, 44, 62, t.base, t.accent, seed) +
    withOpacity(0.35, rect(-166, -100, 26, 50, 13, CREAM) + rect(-166, 150, 26, 44, 13, CREAM)),
  pouch: (t, seed) =>
    path("M-170-236H170L186 190Q186 230 146 230H-146Q-186 230-186 190Z", t.base) +
    path("M90-236H170L186 190Q186 230 146 230H110Q150 60 90-236Z", t.dark) +
    rect(-170, -236, 340, 46, 6, t.light) +
    repeat(17, (i) => rect(-160 + i * 20, -230, 5, 34, 2, t.base)) +
    circle(0, -168, 13, CREAM) +
    rect(-120, -118, 240, 226, 26, CREAM) +
    emblem(0, -24, 76, t.base, t.accent, seed) +
    rect(-80, 66, 160, 12, 6, t.dark) +
    rect(-50, 86, 100, 8, 4, t.accent) +
    path("M-178 140Q0 112 182 140L186 190Q186 230 146 230H-146Q-186 230-186 190Z", t.accent) +
    repeat(11, (i) => circle(-150 + i * 30, 176, 8, t.accentLight)),
  bottle: (t, seed) =>
    rect(-46, -270, 92, 64, 14, t.accent) +
    rect(-46, -226, 92, 16, 0, t.accentDark) +
    rect(-38, -208, 76, 46, 0, t.light) +
    path(
      "M-38-170H38C44-120 130-110 130-30V190Q130 230 90 230H-90Q-130 230-130 190V-30C-130-110-44-120-38-170Z",
      t.base,
    ) +
    path("M10-170H38C44-120 130-110 130-30V190Q130 230 90 230H54C100 120 90-70 10-170Z", t.dark) +
    rect(-130, -14, 260, 168, 0, CREAM) +
    rect(-130, -14, 260, 12, 0, t.accent) +
    rect(-130, 142, 260, 12, 0, t.accent) +
    emblem(0, 66, 58, t.base, t.accent, seed) +
    withOpacity(0.4, rect(-104, -60, 18, 36, 9, CREAM) + rect(-104, 164, 18, 42, 9, CREAM)),
  tin: (t, seed) =>
    rect(-160, -196, 320, 426, 26, t.base) +
    path("M70-196H134Q160-196 160-170V204Q160 230 134 230H80Z", t.dark) +
    rect(-174, -232, 348, 68, 22, t.accent) +
    rect(-174, -186, 348, 22, 8, t.accentDark) +
    rect(-48, -254, 96, 30, 14, t.accentDark) +
    ellipse(0, 34, 124, 140, CREAM) +
    ellipse(0, 34, 110, 126, t.pale) +
    emblem(0, 26, 78, t.base, t.accent, seed) +
    repeat(8, (i) => circle(-140 + i * 40, -144, 8, t.light) + circle(-140 + i * 40, 210, 8, t.light)),
  cup: (t) =>
    strokePath("M-60-170q-24-30 0-60t0-56M10-170q-24-30 0-60t0-56M80-170q-24-30 0-60t0-56", t.light, 12) +
    ellipse(0, 204, 236, 30, t.dark) +
    ellipse(0, 194, 236, 28, t.light) +
    strokePath("M150-60C250-90 262 70 120 84", t.accent, 30) +
    path("M-176-110H176C176 60 130 170 66 190H-66C-130 170-176 60-176-110Z", t.accent) +
    path("M80-110H176C176 60 130 170 66 190H30C90 120 100 0 80-110Z", t.accentDark) +
    ellipse(0, -110, 176, 36, t.accentLight) +
    ellipse(0, -106, 152, 27, "#5a3320") +
    ellipse(-30, -110, 60, 10, "#8a5a36") +
    repeat(7, (i) => circle(-120 + i * 40, 10 - Math.abs(3 - i) * 3, 11, CREAM)),
  carton: (t, seed) =>
    rect(-216, -120, 432, 350, 18, t.base) +
    path("M-216-120L-170-200H170L216-120Z", t.dark) +
    path("M-196-130L-160-190H160L196-130Z", t.light) +
    rect(-176, -84, 352, 184, 92, CREAM) +
    emblem(-100, 8, 62, t.base, t.accent, seed) +
    [10, 74, 138]
      .map(
        (x, i) =>
          circle(x, 12 + (i % 2) * 10, 50, "#b9763c") +
          circle(x, 8 + (i % 2) * 10, 46, "#dca463") +
          repeatAround(6, x, 8 + (i % 2) * 10, circle(x, -16 + (i % 2) * 10, 5, "#9a5f30")),
      )
      .join("") +
    rect(-216, 136, 432, 30, 0, t.accent) +
    repeat(14, (i) => path(`M${-204 + i * 30} 166l15 20l15-20Z`, t.accent)),
  sweets: (t) =>
    rect(-250, 60, 500, 170, 20, t.dark) +
    rect(-250, 60, 500, 120, 20, t.base) +
    repeat(12, (i) => circle(-220 + i * 40, 204, 8, t.accentLight)) +
    rect(-226, 34, 452, 50, 14, CREAM) +
    [-166, -56, 56, 166]
      .map(
        (x, i) =>
          path(`M${x} ${-64}l60 62l-60 62l-60-62Z`, i % 2 ? "#f2d9a2" : "#efe6d2") +
          path(`M${x} ${-44}l40 42l-40 42l-40-42Z`, i % 2 ? "#f8e7bf" : "#fbf6ea") +
          path(`M${x - 12} -4l12-14l12 14l-12 14Z`, i % 2 ? "#7aa045" : GOLD),
      )
      .join("") +
    [-112, 0, 112]
      .map(
        (x) =>
          circle(x, -126, 54, "#d98a2b") +
          circle(x - 6, -132, 46, "#f0a83f") +
          repeat(6, (i) => circle(x - 26 + ((i * 23) % 54), -156 + ((i * 17) % 48), 5, i % 2 ? "#fbe1a6" : "#8fae4f")),
      )
      .join(""),
  box: (t, seed) =>
    path("M-220-90L0-170L220-90L0-6Z", t.light) +
    path("M-220-90L0-6V236L-220 140Z", t.base) +
    path("M220-90L0-6V236L220 140Z", t.dark) +
    path("M-60-148L-124-126L96-42L160-66Z", t.accent) +
    path("M96-42L160-66V20L96 46Z", t.accentDark) +
    `<g transform="matrix(1 .42 0 1 -110 70)">${emblem(0, 0, 56, CREAM, t.accent, seed)}</g>`,
  kadhai: (t) =>
    strokePath("M-210-20C-280-40-300 40-226 50M210-20C280-40 300 40 226 50", t.dark, 24) +
    path("M-240-30H240C240 130 130 222 0 222S-240 130-240-30Z", t.base) +
    path("M120-30H240C240 130 130 222 0 222C110 180 140 80 120-30Z", t.dark) +
    ellipse(0, -30, 240, 60, t.light) +
    ellipse(0, -26, 212, 46, t.dark) +
    ellipse(0, -16, 190, 32, "#d9772d") +
    [
      [-90, -24],
      [-20, -8],
      [60, -26],
      [110, -10],
      [10, -34],
    ]
      .map(([x, y]) => circle(x ?? 0, y ?? 0, 17, "#f5e3b8") + circle((x ?? 0) + 26, (y ?? 0) + 6, 8, "#6f9c3f"))
      .join("") +
    rotate(38, 150, -120, rect(142, -270, 20, 250, 10, STEEL) + ellipse(152, -24, 40, 26, STEEL)),
  pan: (t) =>
    rect(140, 20, 190, 40, 20, WOOD) +
    rect(140, 20, 70, 40, 8, t.dark) +
    circle(-50, 30, 216, t.dark) +
    circle(-50, 22, 210, t.base) +
    circle(-50, 22, 178, t.dark) +
    circle(-50, 20, 146, "#f1d8a0") +
    ring4(-50, 20) +
    repeat(12, (i) =>
      circle(
        -50 + Math.round(Math.cos(i * 2.4) * (30 + i * 8)),
        20 + Math.round(Math.sin(i * 2.4) * (30 + i * 8)),
        7 + (i % 3) * 3,
        "#c98f45",
      ),
    ),
  cooker: (t) =>
    rect(180, 6, 150, 38, 19, INK) +
    rect(-268, 6, 84, 38, 19, INK) +
    rect(-196, -60, 392, 290, 40, t.base) +
    path("M90-60H156Q196-60 196-20V190Q196 230 156 230H90Z", t.dark) +
    path("M-210-56C-200-140-120-160 0-160S200-140 210-56Z", t.light) +
    rect(-216, -72, 432, 34, 17, t.dark) +
    rect(-32, -196, 64, 46, 12, INK) +
    rect(-14, -244, 28, 56, 10, STEEL) +
    ellipse(0, -250, 30, 12, INK) +
    strokePath("M44-250q30-14 20-44M60-230q40-10 40-44", t.light, 9) +
    rect(-150, 40, 200, 20, 10, t.light) +
    circle(-40, 140, 36, CREAM) +
    circle(-40, 140, 22, t.accent),
  knife: (t) =>
    rect(-240, 150, 480, 80, 18, "#c99a62") +
    rect(-240, 200, 480, 30, 15, "#a87642") +
    strokePath("M-200 176H120M-160 190H60", "#b5834d", 5) +
    rotate(
      -18,
      0,
      30,
      path("M-230 0C-160-60 20-66 90-64V40H-180C-220 40-240 24-230 0Z", STEEL) +
        path("M-230 0C-160 20 20 14 90 12V40H-180C-220 40-240 24-230 0Z", "#e3e7e9") +
        rect(86, -60, 190, 74, 26, t.base) +
        rect(86, -60, 190, 36, 18, t.light) +
        [130, 180, 230].map((x) => circle(x, -24, 9, GOLD)).join(""),
    ) +
    circle(-120, 120, 42, "#d2432f") +
    circle(-130, 112, 12, "#e9806e") +
    path("M-130 84l14-22l12 20Z", "#4d7d3a"),
  thali: (t) =>
    ellipse(0, 66, 250, 168, t.dark) +
    ellipse(0, 52, 250, 168, t.base) +
    ellipse(0, 52, 222, 146, t.light) +
    ellipse(-20, 92, 92, 50, "#fbf6ea") +
    [
      [-130, -6, "#d9a02b"],
      [-40, -56, "#6f9c3f"],
      [66, -50, "#c8552f"],
      [142, 6, "#fbf0d2"],
    ]
      .map(
        ([x, y, fill]) =>
          ellipse(Number(x), Number(y) + 8, 54, 36, t.dark) +
          ellipse(Number(x), Number(y), 54, 36, t.pale) +
          ellipse(Number(x), Number(y) + 2, 43, 26, String(fill)),
      )
      .join("") +
    ellipse(120, 104, 62, 42, "#d29a55") +
    ellipse(116, 98, 62, 42, "#e9bd7c") +
    repeat(6, (i) => ellipse(84 + i * 13, 88 + ((i * 17) % 24), 7, 5, "#b97a35")) +
    path("M-170 84q24-14 30 20q-26 10-30-20Z", "#6f9c3f"),
  tumbler: (t) =>
    path("M-70-190H150L124 150Q122 170 100 170H-24Q-44 170-46 150Z", t.base) +
    path("M80-190H150L124 150Q122 170 100 170H60Q90 0 80-190Z", t.dark) +
    ellipse(40, -190, 110, 24, t.light) +
    ellipse(40, -186, 92, 16, "#7a4a2a") +
    ellipse(20, -190, 50, 7, "#e7cfa4") +
    rect(-66, -130, 212, 20, 0, t.light) +
    rect(-58, -30, 194, 14, 0, t.accent) +
    path("M-230 90H150L130 200Q126 230 96 230H-176Q-206 230-210 200Z", t.light) +
    path("M60 90H150L130 200Q126 230 96 230H30Q70 160 60 90Z", t.base) +
    ellipse(-40, 90, 190, 26, t.pale) +
    ellipse(-40, 94, 166, 18, t.dark),
  tiffin: (t) =>
    strokePath("M-130-120V-230Q-130-262-98-262H98Q130-262 130-230V-120", t.dark, 20) +
    rect(-60, -282, 120, 36, 18, WOOD) +
    path("M-150-130Q0-220 150-130Z", t.light) +
    rect(-166, -136, 332, 26, 13, t.dark) +
    [-110, 4, 118]
      .map(
        (y, i) =>
          rect(-156, y, 312, 112, 16, i === 1 ? t.accent : t.base) +
          rect(70, y, 86, 112, 16, i === 1 ? t.accentDark : t.dark) +
          rect(-156, y, 312, 18, 9, t.light),
      )
      .join("") +
    rect(-172, -130, 22, 346, 10, t.dark) +
    rect(150, -130, 22, 346, 10, t.dark) +
    withOpacity(0.5, rect(-122, -74, 16, 60, 8, CREAM) + rect(-122, 40, 16, 60, 8, CREAM)),
  kettle: (t) =>
    strokePath("M70-150C210-180 250 60 170 130", INK, 32) +
    path("M-130-40L-250-110Q-262-84-240-64L-150 60Z", t.dark) +
    path(
      "M-150 200L-110-130Q-100-170-60-170H60Q100-170 110-130L150 200Q152 230 122 230H-122Q-152 230-150 200Z",
      t.base,
    ) +
    path("M40-170H60Q100-170 110-130L150 200Q152 230 122 230H66Q110 40 40-170Z", t.dark) +
    path("M-80-168Q0-230 80-168Z", t.light) +
    rect(-22, -226, 44, 30, 14, INK) +
    rect(-134, 176, 268, 54, 20, INK) +
    withOpacity(0.5, rect(-92, -100, 20, 200, 10, CREAM)),
  mixer: (t) =>
    path("M-90-240H110L90-20H-70Z", t.pale) +
    path("M-84-170H104L90-20H-70Z", t.accent) +
    withOpacity(0.5, rect(-60, -220, 18, 180, 9, CREAM)) +
    rect(-108, -266, 236, 38, 16, INK) +
    strokePath("M112-200C190-200 190-70 100-70", t.light, 20) +
    rect(-90, -24, 200, 34, 10, INK) +
    path("M-120 10H140L180 200Q184 230 150 230H-130Q-164 230-160 200Z", t.base) +
    path("M70 10H140L180 200Q184 230 150 230H70Q110 110 70 10Z", t.dark) +
    circle(10, 120, 52, CREAM) +
    circle(10, 120, 38, t.accent) +
    rect(4, 84, 12, 44, 6, CREAM),
  mortar: (t) =>
    rotate(
      28,
      60,
      -120,
      rect(30, -280, 54, 260, 26, t.light) + rect(58, -280, 26, 260, 13, t.base) + ellipse(57, -20, 40, 30, t.light),
    ) +
    strokePath("M-120-90C-160-150-140-210-90-230", "#5d8a3c", 10) +
    [
      [-150, -150, 20],
      [-112, -200, -30],
      [-160, -205, 60],
    ]
      .map(([x, y, a]) => rotate(a ?? 0, x ?? 0, y ?? 0, ellipse(x ?? 0, y ?? 0, 34, 16, "#6fa03c")))
      .join("") +
    path(
      "M-210-70H210C206 60 150 150 90 170L110 214Q112 230 92 230H-92Q-112 230-110 214L-90 170C-150 150-206 60-210-70Z",
      t.base,
    ) +
    path("M90-70H210C206 60 150 150 90 170L110 214Q112 230 92 230H40C110 160 120 40 90-70Z", t.dark) +
    ellipse(0, -70, 210, 40, t.light) +
    ellipse(0, -66, 180, 28, "#7d8f3f") +
    repeat(9, (i) => ellipse(-130 + i * 32, -66 + ((i * 7) % 14) - 6, 14, 6, "#a4b35c")) +
    repeat(7, (i) => path(`M${-132 + i * 44} 30l14 20l-14 20l-14-20Z`, t.accent)),
  purifier: (t) =>
    rect(-150, -240, 300, 470, 30, t.base) +
    rect(70, -240, 80, 470, 30, t.dark) +
    rect(-120, -206, 180, 190, 18, "#bfe0ea") +
    path("M-120-110Q-60-136-20-110T60-112V-34Q60-16 42-16H-102Q-120-16-120-34Z", "#5fb0cc") +
    rect(-120, 20, 240, 74, 14, INK) +
    circle(-80, 57, 12, "#7fd08a") +
    circle(-40, 57, 12, t.accent) +
    rect(20, 48, 70, 18, 9, STEEL) +
    rect(-26, 94, 40, 46, 8, STEEL) +
    path("M-50 230l12-70h66l12 70Z", "#bfe0ea") +
    path("M-46 206h78l4 24h-86Z", "#5fb0cc"),
} satisfies Record<string, Drawing>

function ring4(x: number, y: number): string {
  return repeat(
    3,
    (i) => `<circle cx="${x}" cy="${y}" r="${120 - i * 34}" fill="none" stroke="#e2bd78" stroke-width="6"/>`,
  )
}
