import { CREAM, GOLD, INK, STEEL, WOOD } from "@/features/media/palette"
import {
  repeatAround,
  circle,
  emblem,
  withOpacity,
  mirror,
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

function leaves(fill: string, dark: string): string {
  return [
    [-70, -150, -30],
    [70, -150, 30],
    [0, -200, 0],
    [-110, -70, -60],
    [110, -70, 60],
  ]
    .map(([x, y, a]) =>
      rotate(
        a ?? 0,
        x ?? 0,
        y ?? 0,
        path(
          `M${x} ${(y ?? 0) - 80}C${(x ?? 0) + 60} ${(y ?? 0) - 30} ${(x ?? 0) + 50} ${(y ?? 0) + 50} ${x} ${(y ?? 0) + 90}C${(x ?? 0) - 50} ${(y ?? 0) + 50} ${(x ?? 0) - 60} ${(y ?? 0) - 30} ${x} ${(y ?? 0) - 80}Z`,
          fill,
        ) + strokePath(`M${x} ${(y ?? 0) - 60}V${(y ?? 0) + 90}`, dark, 6),
      ),
    )
    .join("")
}

export const house = {
  bed: (t, seed) =>
    rect(-256, -170, 512, 200, 40, WOOD) +
    rect(-232, -146, 464, 140, 28, "#b57a48") +
    [-120, 120]
      .map(
        (x) => rect(x - 96, -70, 192, 100, 34, CREAM) + strokePath(`M${x - 60}-10Q${x} 6 ${x + 60}-10`, "#e4d4b4", 6),
      )
      .join("") +
    rect(-256, 10, 512, 180, 26, t.base) +
    rect(-256, 10, 512, 56, 26, t.accent) +
    strokePath("M-256 70H256", GOLD, 6) +
    repeat(16, (i) =>
      translate(-210 + (i % 8) * 60, 104 + Math.floor(i / 8) * 48, 0.2, emblem(0, 0, 95, t.pale, t.accentLight, seed)),
    ) +
    rect(-240, 186, 40, 46, 8, WOOD) +
    rect(200, 186, 40, 46, 8, WOOD),
  curtain: (t, seed) =>
    rect(-256, -246, 512, 20, 10, WOOD) +
    circle(-260, -236, 20, GOLD) +
    circle(260, -236, 20, GOLD) +
    rect(-130, -200, 260, 380, 0, "#d8ebef") +
    rect(-6, -200, 12, 380, 0, CREAM) +
    rect(-130, -20, 260, 12, 0, CREAM) +
    circle(60, -110, 34, "#f6c95f") +
    mirror(
      path("M-236-226H-40C-60-60-110 30-190 90C-150 140-140 200-140 230H-236Z", t.base) +
        path("M-200-226H-160C-176-60-200 40-214 90V230H-236V-226Z", t.dark) +
        path("M-100-226H-66C-86-60-130 40-196 88L-206 80C-150 20-110-80-100-226Z", t.dark) +
        rect(-240, 70, 92, 26, 13, t.accent),
    ) +
    repeat(9, (i) => ring(-216 + i * 54, -228, 12, GOLD, 6)) +
    translate(0, 210, 0.2, emblem(0, 0, 95, t.base, t.accent, seed)),
  cushion: (t, seed) =>
    path(
      "M-210-200Q0-160 210-200Q240-190 230-160Q200 0 230 180Q236 220 200 222Q0 190-200 222Q-236 220-230 180Q-200 0-230-160Q-240-190-210-200Z",
      t.base,
    ) +
    path(
      "M130-190Q170-194 210-200Q240-190 230-160Q200 0 230 180Q236 220 200 222Q160 216 120 212Q180 0 130-190Z",
      t.dark,
    ) +
    ring(0, 8, 136, t.accent, 12) +
    repeatAround(12, 0, 8, translate(0, -96, 0.22, emblem(0, 0, 95, t.accentLight, GOLD, seed))) +
    emblem(0, 8, 66, t.accent, CREAM, seed) +
    [
      [-222, -196],
      [222, -196],
      [-220, 214],
      [220, 214],
    ]
      .map(([x, y]) => circle(x ?? 0, y ?? 0, 19, GOLD))
      .join(""),
  towel: (t) =>
    rect(-250, -216, 500, 18, 9, STEEL) +
    path("M-190-220H60V150Q60 166 44 166H-174Q-190 166-190 150Z", t.base) +
    path("M-10-220H60V150Q60 166 44 166H-10Z", t.dark) +
    [80, 116].map((y, i) => rect(-190, y, 250, 20, 0, i ? t.accent : CREAM)).join("") +
    [0, 1, 2]
      .map(
        (i) =>
          rect(20 - i * 8, 176 - i * 58, 230, 54, 26, i === 1 ? t.accent : i ? t.light : t.base) +
          rect(180 - i * 8, 176 - i * 58, 70, 54, 26, i === 1 ? t.accentDark : t.dark),
      )
      .join(""),
  rug: (t, seed) =>
    path("M-230-110L150-180L250 120L-130 220Z", t.base) +
    path("M-200-94L136-156L222 106L-116 194Z", t.accent) +
    path("M-180-80L124-138L202 98L-104 178Z", t.base) +
    `<g transform="matrix(.96 -.18 .3 .9 10 20)">${[-90, 0, 90].map((x) => path(`M${x}-80l48 80l-48 80l-48-80Z`, t.accentLight) + emblem(x, 0, 40, t.dark, GOLD, seed)).join("")}</g>` +
    repeat(
      11,
      (i) =>
        strokePath(`M${-230 + i * 10} ${-110 + i * 33}l-24 5`, t.light, 7) +
        strokePath(`M${150 + i * 10} ${-180 + i * 30}l24-5`, t.light, 7),
    ),
  chair: (t) =>
    strokePath("M-120 40L-150 230M120 40L150 230M-100 50L-90 200M100 50L90 200", WOOD, 24) +
    path("M-120-250Q0-280 120-250L130 30H-130Z", WOOD) +
    path("M-88-224Q0-244 88-224L94 0H-94Z", t.base) +
    repeat(5, (i) => strokePath(`M${-70 + i * 35}-226L${-74 + i * 37} 0`, t.light, 5)) +
    repeat(6, (i) => strokePath(`M-88 ${-190 + i * 34}H88`, t.dark, 5)) +
    path("M-160 20Q0-4 160 20L170 66Q0 90-170 66Z", t.accent) +
    path("M-170 56Q0 80 170 56V72Q0 96-170 72Z", t.accentDark),
  table: (t) =>
    strokePath("M-180 40L-200 230M180 40L200 230M-110 40L-100 180M110 40L100 180", t.dark, 24) +
    path("M-220-20H220L256 44H-256Z", t.light) +
    rect(-256, 40, 512, 36, 12, t.base) +
    strokePath("M-170 10H60M-120 26H150", t.base, 4) +
    rect(60, -110, 84, 96, 14, t.accent) +
    strokePath("M102-110V-170M102-130Q70-150 66-190M102-130Q136-150 140-186", "#5d8a3c", 8) +
    ellipse(66, -196, 20, 30, "#e8762d") +
    ellipse(140, -192, 20, 30, "#f2922b") +
    ellipse(102, -188, 22, 32, "#e2a52b") +
    rect(-150, -34, 140, 22, 4, t.accentDark) +
    rect(-140, -56, 124, 22, 4, CREAM),
  shelf: (t) =>
    rect(-200, -250, 400, 480, 14, t.dark) +
    [-230, -80, 70].map((y) => rect(-180, y, 360, 132, 6, t.pale)).join("") +
    repeat(6, (i) =>
      rect(
        -168 + i * 32,
        -208 + (i % 3) * 10,
        26,
        110 - (i % 3) * 10,
        4,
        [t.accent, "#c9673f", "#2f3f7f", "#e2a52b", "#1f7a74", t.accentDark][i] ?? t.accent,
      ),
    ) +
    circle(116, -128, 30, "#c9673f") +
    path("M96-150q20-60 40 0Z", "#6fa03c") +
    repeat(5, (i) =>
      rect(
        20 + i * 30,
        -60 + (i % 2) * 12,
        24,
        112 - (i % 2) * 12,
        4,
        ["#9e3b32", "#e2a52b", t.accent, "#1c6e8c", "#6c7a35"][i] ?? t.accent,
      ),
    ) +
    ellipse(-100, 36, 50, 16, GOLD) +
    path("M-140-20h80l-16 66h-48Z", GOLD) +
    rect(-160, 120, 140, 82, 8, WOOD) +
    rect(20, 100, 130, 102, 10, t.accent) +
    [-200, 176].map((x) => rect(x, 226, 24, 14, 4, t.dark)).join(""),
  vase: (t, seed) =>
    strokePath(
      "M-20-90C-40-170-100-190-120-230M10-90C10-180 10-220 20-260M30-90C60-160 100-170 130-200",
      "#5d8a3c",
      8,
    ) +
    [
      [-122, -236, "#e8762d"],
      [20, -262, "#f2922b"],
      [134, -206, "#e2a52b"],
    ]
      .map(
        ([x, y, fill]) =>
          repeatAround(10, Number(x), Number(y), ellipse(Number(x), Number(y) - 22, 11, 19, String(fill))) +
          circle(Number(x), Number(y), 13, "#9e3b32"),
      )
      .join("") +
    path(
      "M-60-100H60C56-60 150-10 150 90C150 170 100 226 60 230H-60C-100 226-150 170-150 90C-150-10-56-60-60-100Z",
      t.base,
    ) +
    path("M20-100H60C56-60 150-10 150 90C150 170 100 226 60 230H20C90 130 90-20 20-100Z", t.dark) +
    rect(-74, -118, 148, 30, 15, t.light) +
    strokePath("M-134 30Q0 70 134 30M-134 150Q0 190 134 150", t.accent, 9) +
    emblem(0, 104, 48, t.accentLight, t.accent, seed) +
    withOpacity(0.4, ellipse(-100, 70, 12, 44, CREAM)),
  basket: (t) =>
    strokePath("M-170-40C-170-280 170-280 170-40", t.accent, 24) +
    strokePath("M-170-40C-170-270 170-270 170-40", t.accentLight, 6) +
    path("M-240-50H240L186 200Q180 230 150 230H-150Q-180 230-186 200Z", t.base) +
    repeat(6, (i) =>
      repeat(11, (j) =>
        rect(
          -226 + i * 9 + j * (42.6 - i * 1.6),
          -40 + i * 44,
          32,
          34,
          10,
          (i + j) % 3 === 0 ? t.accent : (i + j) % 3 === 1 ? t.light : t.dark,
        ),
      ),
    ) +
    rect(-256, -74, 512, 44, 22, t.dark) +
    repeat(21, (i) => rect(-244 + i * 24, -68, 12, 32, 6, t.light)),
  chest: (t, seed) =>
    path("M-220-60C-220-170-120-190 0-190S220-170 220-60Z", t.light) +
    path("M-180-64C-180-150-110-166 0-166S180-150 180-64Z", t.base) +
    rect(-220, -60, 440, 280, 16, t.base) +
    rect(120, -60, 100, 280, 16, t.dark) +
    rect(-232, -76, 464, 30, 10, GOLD) +
    [-170, 150].map((x) => rect(x, -46, 22, 266, 0, GOLD)).join("") +
    rect(-36, -70, 72, 84, 12, GOLD) +
    circle(0, -36, 12, INK) +
    rect(-5, -36, 10, 30, 4, INK) +
    emblem(0, 128, 62, t.accentLight, t.accent, seed) +
    repeatAround(7, 0, -112, circle(0, -134, 7, t.accentLight)) +
    rect(-210, 214, 50, 20, 8, t.dark) +
    rect(160, 214, 50, 20, 8, t.dark),
  painting: (t, seed) => {
    const fish = (x: number, y: number, flip: number, fill: string, fin: string): string =>
      `<g transform="translate(${x} ${y}) scale(${flip} 1)">${path("M-92 0C-50-56 40-56 84 0C40 56-50 56-92 0Z", fill)}${path("M-84 0L-136-44Q-118 0-136 44Z", fin)}${repeat(3, (i) => strokePath(`M${-40 + i * 30}-36Q${-20 + i * 30} 0 ${-40 + i * 30} 36`, INK, 5))}${circle(52, -8, 13, CREAM)}${circle(54, -8, 6, INK)}${strokePath("M-92 0C-50-56 40-56 84 0C40 56-50 56-92 0Z", INK, 6)}</g>`
    const scenes = [
      fish(-10, -60, 1, t.base, t.accent) +
        fish(10, 62, -1, t.accent, t.base) +
        repeat(7, (i) => strokePath(`M${-130 + i * 42} 130q10-14 20 0t20 0`, "#1c6e8c", 5)),
      strokePath("M0 150V-20M0 60Q-60 40-80-10M0 30Q60 10 80-40M0 90Q50 80 70 50", "#6b4330", 12) +
        repeat(22, (i) =>
          rotate(
            i * 49,
            0,
            0,
            ellipse(
              Math.round(Math.cos(i * 2.4) * (20 + i * 5)),
              Math.round(-50 + Math.sin(i * 2.4) * (16 + i * 4)),
              20,
              10,
              i % 3 ? "#6fa03c" : t.base,
            ),
          ),
        ) +
        [-90, 90]
          .map((x) => ellipse(x, 130, 26, 14, t.accent) + path(`M${x + 20} 122l16-10l-6 18Z`, "#e8762d"))
          .join(""),
      repeatAround(
        9,
        0,
        20,
        ellipse(0, -86, 26, 62, t.accent) + ellipse(0, -96, 12, 26, GOLD) + circle(0, -100, 8, t.base),
      ) +
        ellipse(0, 60, 44, 84, t.base) +
        circle(0, -24, 30, t.base) +
        path("M22-28l30 10l-30 10Z", "#e8762d") +
        circle(8, -30, 7, CREAM) +
        circle(9, -30, 3, INK) +
        strokePath("M-14 140v22M14 140v22", INK, 6),
      repeatAround(12, 0, 0, path("M0-150L16-84L-16-84Z", t.accent)) +
        circle(0, 0, 82, t.base) +
        ring(0, 0, 82, INK, 6) +
        [-28, 28]
          .map(
            (x) =>
              ellipse(x, -12, 20, 13, CREAM) + circle(x, -12, 8, INK) + strokePath(`M${x - 22}-38q22-16 44 0`, INK, 6),
          )
          .join("") +
        strokePath("M0-10q-12 26 4 34M-26 40q26 22 52 0", INK, 6) +
        circle(0, -50, 8, "#d2432f"),
    ]
    return (
      rect(-226, -256, 452, 486, 10, WOOD) +
      rect(-206, -236, 412, 446, 4, "#7d4a28") +
      rect(-198, -228, 396, 430, 2, "#fbf0d8") +
      `<rect x="-180" y="-210" width="360" height="394" fill="none" stroke="${INK}" stroke-width="5"/>` +
      `<rect x="-152" y="-182" width="304" height="338" fill="none" stroke="${INK}" stroke-width="5"/>` +
      repeat(
        12,
        (i) =>
          path(`M${-168 + i * 28}-208l14 24l14-24Z`, i % 2 ? t.base : t.accent) +
          path(`M${-168 + i * 28} 182l14-24l14 24Z`, i % 2 ? t.accent : t.base),
      ) +
      repeat(
        11,
        (i) =>
          circle(-166, -154 + i * 28.5, 8, i % 2 ? t.base : t.accent) +
          circle(166, -154 + i * 28.5, 8, i % 2 ? t.accent : t.base),
      ) +
      translate(0, -14, 0.92, scenes[seed % scenes.length] ?? "")
    )
  },
  horse: (t) =>
    path(
      "M-170 230V60Q-176-20-120-40L60-50Q70-150 60-200L40-250Q80-250 100-222Q160-220 190-170L176-140Q150-150 130-140Q150-40 140 60V230H84V100H-110V230Z",
      t.base,
    ) +
    path("M100-222Q160-220 190-170L176-140Q150-150 130-140Q150-40 140 60V230H110Q120-20 84-216Z", t.dark) +
    path("M62-210Q30-130 20-50L-6-48Q10-160 48-236Z", t.accent) +
    ellipse(-184, 20, 20, 60, t.accent) +
    path("M-90-46H30V40Q-30 66-90 40Z", t.accent) +
    repeat(4, (i) => circle(-72 + i * 28, 38, 9, GOLD)) +
    rect(-90, -50, 120, 14, 7, GOLD) +
    circle(128, -184, 9, INK) +
    strokePath("M74-110Q110-90 132-106M70-80Q110-60 138-76", GOLD, 8) +
    [-140, 112].map((x) => rect(x - 32, 196, 62, 12, 0, t.light)).join("") +
    repeat(5, (i) => circle(-130 + i * 12, 110 + (i % 2) * 26, 6, t.light)),
  plant: (t) =>
    leaves("#6fa03c", "#4b7a33") +
    path("M-150 40H150L116 214Q112 230 94 230H-94Q-112 230-116 214Z", t.base) +
    path("M60 40H150L116 214Q112 230 94 230H40Q76 140 60 40Z", t.dark) +
    rect(-168, 10, 336, 52, 16, t.light) +
    repeat(7, (i) => path(`M${-108 + i * 36} 100l16 22l-16 22l-16-22Z`, i % 2 ? t.accent : CREAM)),
  bucket: (t) =>
    strokePath("M-150-60C-150-220 150-220 150-60", STEEL, 14) +
    rect(-40, -190, 80, 26, 13, INK) +
    rotate(16, 110, -100, rect(130, -290, 18, 330, 9, WOOD) + path("M100 20h78l16 70h-110Z", t.accent)) +
    path("M-190-60H190L150 200Q146 230 116 230H-116Q-146 230-150 200Z", t.base) +
    path("M80-60H190L150 200Q146 230 116 230H50Q100 90 80-60Z", t.dark) +
    rect(-204, -80, 408, 36, 18, t.light) +
    repeat(6, (i) => ring(-120 + i * 50, -100 - ((i * 31) % 50), 20 + (i % 3) * 8, "#bcd9e2", 6)) +
    strokePath("M-170 40Q0 70 170 40", t.light, 10),
  soap: (t, seed) =>
    ellipse(0, 190, 246, 44, t.accentDark) +
    ellipse(0, 176, 246, 44, t.accent) +
    path("M-190 30Q-190-20-140-20H140Q190-20 190 30V110Q190 170 130 170H-130Q-190 170-190 110Z", t.dark) +
    rect(-190, -44, 380, 170, 60, t.base) +
    rect(-160, -26, 320, 130, 46, t.light) +
    emblem(0, 38, 54, t.base, t.pale, seed) +
    [
      [-120, -120, 46],
      [-20, -170, 62],
      [90, -120, 40],
      [150, -190, 26],
      [-170, -200, 22],
    ]
      .map(
        ([x, y, r]) =>
          withOpacity(0.75, circle(x ?? 0, y ?? 0, r ?? 0, "#d7ecf2")) +
          ring(x ?? 0, y ?? 0, r ?? 0, "#9cc7d6", 6) +
          circle((x ?? 0) - (r ?? 0) * 0.35, (y ?? 0) - (r ?? 0) * 0.35, (r ?? 0) * 0.18, "#ffffff"),
      )
      .join(""),
  tube: (t, seed) =>
    path("M-124-240H124L96 120H-96Z", t.base) +
    path("M40-240H124L96 120H50Z", t.dark) +
    rect(-130, -256, 260, 34, 6, t.light) +
    repeat(12, (i) => rect(-120 + i * 21, -252, 6, 26, 2, t.base)) +
    rect(-70, 116, 140, 24, 6, t.light) +
    rect(-78, 136, 156, 94, 16, t.accent) +
    rect(20, 136, 58, 94, 16, t.accentDark) +
    repeat(5, (i) => rect(-58 + i * 28, 152, 6, 62, 3, t.accentLight)) +
    circle(0, -80, 74, CREAM) +
    emblem(0, -80, 50, t.base, t.accent, seed) +
    rect(-56, 34, 112, 12, 6, CREAM) +
    rect(-36, 58, 72, 8, 4, t.pale),
  pump: (t, seed) =>
    strokePath("M0-150V-220H-110", t.accentDark, 26) +
    path("M-110-236h-44q-14 0-14 16v18h58Z", t.accent) +
    rect(-40, -240, 100, 34, 14, t.accent) +
    rect(-50, -160, 100, 44, 12, t.accentDark) +
    rect(-150, -120, 300, 350, 50, t.base) +
    path("M60-120H100Q150-120 150-70V180Q150 230 100 230H60Q100 50 60-120Z", t.dark) +
    rect(-110, -50, 220, 210, 22, CREAM) +
    emblem(0, 38, 68, t.base, t.accent, seed) +
    rect(-60, 122, 120, 10, 5, t.accent) +
    withOpacity(0.45, rect(-132, -70, 14, 120, 7, CREAM)),
  dropper: (t, seed) =>
    path("M-30-200Q-40-270 0-272T30-200Z", t.accent) +
    rect(-52, -206, 104, 66, 14, INK) +
    repeat(5, (i) => rect(-40 + i * 19, -196, 5, 46, 2, "#55423c")) +
    rect(-34, -146, 68, 34, 0, t.light) +
    path("M-40-120H40Q140-100 140-10V180Q140 230 90 230H-90Q-140 230-140 180V-10Q-140-100-40-120Z", t.base) +
    path("M10-120H40Q140-100 140-10V180Q140 230 90 230H60Q110 60 10-120Z", t.dark) +
    rect(-140, 0, 280, 160, 0, CREAM) +
    emblem(0, 78, 58, t.base, GOLD, seed) +
    withOpacity(0.5, rect(-112, -70, 16, 56, 8, CREAM)) +
    path("M206 110C240 160 244 178 206 196C168 178 172 160 206 110Z", GOLD) +
    withOpacity(0.6, circle(196, 166, 7, CREAM)),
  creamjar: (t, seed) =>
    rect(-200, -150, 400, 130, 30, t.accent) +
    rect(90, -150, 110, 130, 30, t.accentDark) +
    repeat(13, (i) => rect(-176 + i * 28, -136, 6, 100, 3, t.accentLight)) +
    path("M-214-20H214V150Q214 230 134 230H-134Q-214 230-214 150Z", t.base) +
    path("M90-20H214V150Q214 230 134 230H60Q120 120 90-20Z", t.dark) +
    ellipse(0, 104, 130, 88, CREAM) +
    emblem(0, 104, 58, t.dark, t.accent, seed),
} satisfies Record<string, Drawing>
