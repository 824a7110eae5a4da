import { CREAM, GOLD, INK, STEEL, WOOD } from "@/features/media/palette"
import {
  around,
  disc,
  emblem,
  faint,
  mirrored,
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

const leaves = (fill: string, dark: string): string =>
  [
    [-70, -150, -30],
    [70, -150, 30],
    [0, -200, 0],
    [-110, -70, -60],
    [110, -70, 60],
  ]
    .map(([x, y, a]) =>
      turned(
        a ?? 0,
        x ?? 0,
        y ?? 0,
        shape(
          `M${x} ${(y ?? 0) - 80}C${(x ?? 0) + 60} ${(y ?? 0) - 30} ${(x ?? 0) + 50} ${(y ?? 0) + 50} ${x} ${(y ?? 0) + 90}C${(x ?? 0) - 50} ${(y ?? 0) + 50} ${(x ?? 0) - 60} ${(y ?? 0) - 30} ${x} ${(y ?? 0) - 80}Z`,
          fill,
        ) + stroke(`M${x} ${(y ?? 0) - 60}V${(y ?? 0) + 90}`, dark, 6),
      ),
    )
    .join("")

export const house = {
  bed: (t, seed) =>
    oblong(-256, -170, 512, 200, 40, WOOD) +
    oblong(-232, -146, 464, 140, 28, "#b57a48") +
    [-120, 120]
      .map((x) => oblong(x - 96, -70, 192, 100, 34, CREAM) + stroke(`M${x - 60}-10Q${x} 6 ${x + 60}-10`, "#e4d4b4", 6))
      .join("") +
    oblong(-256, 10, 512, 180, 26, t.base) +
    oblong(-256, 10, 512, 56, 26, t.accent) +
    stroke("M-256 70H256", GOLD, 6) +
    times(16, (i) =>
      moved(-210 + (i % 8) * 60, 104 + Math.floor(i / 8) * 48, 0.2, emblem(0, 0, 95, t.pale, t.accentLight, seed)),
    ) +
    oblong(-240, 186, 40, 46, 8, WOOD) +
    oblong(200, 186, 40, 46, 8, WOOD),
  curtain: (t, seed) =>
    oblong(-256, -246, 512, 20, 10, WOOD) +
    disc(-260, -236, 20, GOLD) +
    disc(260, -236, 20, GOLD) +
    oblong(-130, -200, 260, 380, 0, "#d8ebef") +
    oblong(-6, -200, 12, 380, 0, CREAM) +
    oblong(-130, -20, 260, 12, 0, CREAM) +
    disc(60, -110, 34, "#f6c95f") +
    mirrored(
      shape("M-236-226H-40C-60-60-110 30-190 90C-150 140-140 200-140 230H-236Z", t.base) +
        shape("M-200-226H-160C-176-60-200 40-214 90V230H-236V-226Z", t.dark) +
        shape("M-100-226H-66C-86-60-130 40-196 88L-206 80C-150 20-110-80-100-226Z", t.dark) +
        oblong(-240, 70, 92, 26, 13, t.accent),
    ) +
    times(9, (i) => ring(-216 + i * 54, -228, 12, GOLD, 6)) +
    moved(0, 210, 0.2, emblem(0, 0, 95, t.base, t.accent, seed)),
  cushion: (t, seed) =>
    shape(
      "M-210-200Q0-160 210-200Q240-190 230-160Q200 0 230 180Q236 220 200 222Q0 190-200 222Q-236 220-230 180Q-200 0-230-160Q-240-190-210-200Z",
      t.base,
    ) +
    shape(
      "M130-190Q170-194 210-200Q240-190 230-160Q200 0 230 180Q236 220 200 222Q160 216 120 212Q180 0 130-190Z",
      t.dark,
    ) +
    ring(0, 8, 136, t.accent, 12) +
    around(12, 0, 8, moved(0, -96, 0.22, emblem(0, 0, 95, t.accentLight, GOLD, seed))) +
    emblem(0, 8, 66, t.accent, CREAM, seed) +
    [
      [-222, -196],
      [222, -196],
      [-220, 214],
      [220, 214],
    ]
      .map(([x, y]) => disc(x ?? 0, y ?? 0, 19, GOLD))
      .join(""),
  towel: (t) =>
    oblong(-250, -216, 500, 18, 9, STEEL) +
    shape("M-190-220H60V150Q60 166 44 166H-174Q-190 166-190 150Z", t.base) +
    shape("M-10-220H60V150Q60 166 44 166H-10Z", t.dark) +
    [80, 116].map((y, i) => oblong(-190, y, 250, 20, 0, i ? t.accent : CREAM)).join("") +
    [0, 1, 2]
      .map(
        (i) =>
          oblong(20 - i * 8, 176 - i * 58, 230, 54, 26, i === 1 ? t.accent : i ? t.light : t.base) +
          oblong(180 - i * 8, 176 - i * 58, 70, 54, 26, i === 1 ? t.accentDark : t.dark),
      )
      .join(""),
  rug: (t, seed) =>
    shape("M-230-110L150-180L250 120L-130 220Z", t.base) +
    shape("M-200-94L136-156L222 106L-116 194Z", t.accent) +
    shape("M-180-80L124-138L202 98L-104 178Z", t.base) +
    `<g transform="matrix(.96 -.18 .3 .9 10 20)">${[-90, 0, 90].map((x) => shape(`M${x}-80l48 80l-48 80l-48-80Z`, t.accentLight) + emblem(x, 0, 40, t.dark, GOLD, seed)).join("")}</g>` +
    times(
      11,
      (i) =>
        stroke(`M${-230 + i * 10} ${-110 + i * 33}l-24 5`, t.light, 7) +
        stroke(`M${150 + i * 10} ${-180 + i * 30}l24-5`, t.light, 7),
    ),
  chair: (t) =>
    stroke("M-120 40L-150 230M120 40L150 230M-100 50L-90 200M100 50L90 200", WOOD, 24) +
    shape("M-120-250Q0-280 120-250L130 30H-130Z", WOOD) +
    shape("M-88-224Q0-244 88-224L94 0H-94Z", t.base) +
    times(5, (i) => stroke(`M${-70 + i * 35}-226L${-74 + i * 37} 0`, t.light, 5)) +
    times(6, (i) => stroke(`M-88 ${-190 + i * 34}H88`, t.dark, 5)) +
    shape("M-160 20Q0-4 160 20L170 66Q0 90-170 66Z", t.accent) +
    shape("M-170 56Q0 80 170 56V72Q0 96-170 72Z", t.accentDark),
  table: (t) =>
    stroke("M-180 40L-200 230M180 40L200 230M-110 40L-100 180M110 40L100 180", t.dark, 24) +
    shape("M-220-20H220L256 44H-256Z", t.light) +
    oblong(-256, 40, 512, 36, 12, t.base) +
    stroke("M-170 10H60M-120 26H150", t.base, 4) +
    oblong(60, -110, 84, 96, 14, t.accent) +
    stroke("M102-110V-170M102-130Q70-150 66-190M102-130Q136-150 140-186", "#5d8a3c", 8) +
    oval(66, -196, 20, 30, "#e8762d") +
    oval(140, -192, 20, 30, "#f2922b") +
    oval(102, -188, 22, 32, "#e2a52b") +
    oblong(-150, -34, 140, 22, 4, t.accentDark) +
    oblong(-140, -56, 124, 22, 4, CREAM),
  shelf: (t) =>
    oblong(-200, -250, 400, 480, 14, t.dark) +
    [-230, -80, 70].map((y) => oblong(-180, y, 360, 132, 6, t.pale)).join("") +
    times(6, (i) =>
      oblong(
        -168 + i * 32,
        -208 + (i % 3) * 10,
        26,
        110 - (i % 3) * 10,
        4,
        [t.accent, "#c9673f", "#2f3f7f", "#e2a52b", "#1f7a74", t.accentDark][i] ?? t.accent,
      ),
    ) +
    disc(116, -128, 30, "#c9673f") +
    shape("M96-150q20-60 40 0Z", "#6fa03c") +
    times(5, (i) =>
      oblong(
        20 + i * 30,
        -60 + (i % 2) * 12,
        24,
        112 - (i % 2) * 12,
        4,
        ["#9e3b32", "#e2a52b", t.accent, "#1c6e8c", "#6c7a35"][i] ?? t.accent,
      ),
    ) +
    oval(-100, 36, 50, 16, GOLD) +
    shape("M-140-20h80l-16 66h-48Z", GOLD) +
    oblong(-160, 120, 140, 82, 8, WOOD) +
    oblong(20, 100, 130, 102, 10, t.accent) +
    [-200, 176].map((x) => oblong(x, 226, 24, 14, 4, t.dark)).join(""),
  vase: (t, seed) =>
    stroke("M-20-90C-40-170-100-190-120-230M10-90C10-180 10-220 20-260M30-90C60-160 100-170 130-200", "#5d8a3c", 8) +
    [
      [-122, -236, "#e8762d"],
      [20, -262, "#f2922b"],
      [134, -206, "#e2a52b"],
    ]
      .map(
        ([x, y, fill]) =>
          around(10, Number(x), Number(y), oval(Number(x), Number(y) - 22, 11, 19, String(fill))) +
          disc(Number(x), Number(y), 13, "#9e3b32"),
      )
      .join("") +
    shape(
      "M-60-100H60C56-60 150-10 150 90C150 170 100 226 60 230H-60C-100 226-150 170-150 90C-150-10-56-60-60-100Z",
      t.base,
    ) +
    shape("M20-100H60C56-60 150-10 150 90C150 170 100 226 60 230H20C90 130 90-20 20-100Z", t.dark) +
    oblong(-74, -118, 148, 30, 15, t.light) +
    stroke("M-134 30Q0 70 134 30M-134 150Q0 190 134 150", t.accent, 9) +
    emblem(0, 104, 48, t.accentLight, t.accent, seed) +
    faint(0.4, oval(-100, 70, 12, 44, CREAM)),
  basket: (t) =>
    stroke("M-170-40C-170-280 170-280 170-40", t.accent, 24) +
    stroke("M-170-40C-170-270 170-270 170-40", t.accentLight, 6) +
    shape("M-240-50H240L186 200Q180 230 150 230H-150Q-180 230-186 200Z", t.base) +
    times(6, (i) =>
      times(11, (j) =>
        oblong(
          -226 + i * 9 + j * (42.6 - i * 1.6),
          -40 + i * 44,
          32,
          34,
          10,
          (i + j) % 3 === 0 ? t.accent : (i + j) % 3 === 1 ? t.light : t.dark,
        ),
      ),
    ) +
    oblong(-256, -74, 512, 44, 22, t.dark) +
    times(21, (i) => oblong(-244 + i * 24, -68, 12, 32, 6, t.light)),
  chest: (t, seed) =>
    shape("M-220-60C-220-170-120-190 0-190S220-170 220-60Z", t.light) +
    shape("M-180-64C-180-150-110-166 0-166S180-150 180-64Z", t.base) +
    oblong(-220, -60, 440, 280, 16, t.base) +
    oblong(120, -60, 100, 280, 16, t.dark) +
    oblong(-232, -76, 464, 30, 10, GOLD) +
    [-170, 150].map((x) => oblong(x, -46, 22, 266, 0, GOLD)).join("") +
    oblong(-36, -70, 72, 84, 12, GOLD) +
    disc(0, -36, 12, INK) +
    oblong(-5, -36, 10, 30, 4, INK) +
    emblem(0, 128, 62, t.accentLight, t.accent, seed) +
    around(7, 0, -112, disc(0, -134, 7, t.accentLight)) +
    oblong(-210, 214, 50, 20, 8, t.dark) +
    oblong(160, 214, 50, 20, 8, t.dark),
  painting: (t, seed) => {
    const fish = (x: number, y: number, flip: number, fill: string, fin: string): string =>
      `<g transform="translate(${x} ${y}) scale(${flip} 1)">${shape("M-92 0C-50-56 40-56 84 0C40 56-50 56-92 0Z", fill)}${shape("M-84 0L-136-44Q-118 0-136 44Z", fin)}${times(3, (i) => stroke(`M${-40 + i * 30}-36Q${-20 + i * 30} 0 ${-40 + i * 30} 36`, INK, 5))}${disc(52, -8, 13, CREAM)}${disc(54, -8, 6, INK)}${stroke("M-92 0C-50-56 40-56 84 0C40 56-50 56-92 0Z", INK, 6)}</g>`
    const scenes = [
      fish(-10, -60, 1, t.base, t.accent) +
        fish(10, 62, -1, t.accent, t.base) +
        times(7, (i) => stroke(`M${-130 + i * 42} 130q10-14 20 0t20 0`, "#1c6e8c", 5)),
      stroke("M0 150V-20M0 60Q-60 40-80-10M0 30Q60 10 80-40M0 90Q50 80 70 50", "#6b4330", 12) +
        times(22, (i) =>
          turned(
            i * 49,
            0,
            0,
            oval(
              Math.round(Math.cos(i * 2.4) * (20 + i * 5)),
              Math.round(-50 + Math.sin(i * 2.4) * (16 + i * 4)),
              20,
              10,
              i % 3 ? "#6fa03c" : t.base,
            ),
          ),
        ) +
        [-90, 90].map((x) => oval(x, 130, 26, 14, t.accent) + shape(`M${x + 20} 122l16-10l-6 18Z`, "#e8762d")).join(""),
      around(9, 0, 20, oval(0, -86, 26, 62, t.accent) + oval(0, -96, 12, 26, GOLD) + disc(0, -100, 8, t.base)) +
        oval(0, 60, 44, 84, t.base) +
        disc(0, -24, 30, t.base) +
        shape("M22-28l30 10l-30 10Z", "#e8762d") +
        disc(8, -30, 7, CREAM) +
        disc(9, -30, 3, INK) +
        stroke("M-14 140v22M14 140v22", INK, 6),
      around(12, 0, 0, shape("M0-150L16-84L-16-84Z", t.accent)) +
        disc(0, 0, 82, t.base) +
        ring(0, 0, 82, INK, 6) +
        [-28, 28]
          .map((x) => oval(x, -12, 20, 13, CREAM) + disc(x, -12, 8, INK) + stroke(`M${x - 22}-38q22-16 44 0`, INK, 6))
          .join("") +
        stroke("M0-10q-12 26 4 34M-26 40q26 22 52 0", INK, 6) +
        disc(0, -50, 8, "#d2432f"),
    ]
    return (
      oblong(-226, -256, 452, 486, 10, WOOD) +
      oblong(-206, -236, 412, 446, 4, "#7d4a28") +
      oblong(-198, -228, 396, 430, 2, "#fbf0d8") +
      `<rect x="-180" y="-210" width="360" height="394" fill="none" stroke="${INK}" stroke-width="5"/>` +
      `<rect x="-152" y="-182" width="304" height="338" fill="none" stroke="${INK}" stroke-width="5"/>` +
      times(
        12,
        (i) =>
          shape(`M${-168 + i * 28}-208l14 24l14-24Z`, i % 2 ? t.base : t.accent) +
          shape(`M${-168 + i * 28} 182l14-24l14 24Z`, i % 2 ? t.accent : t.base),
      ) +
      times(
        11,
        (i) =>
          disc(-166, -154 + i * 28.5, 8, i % 2 ? t.base : t.accent) +
          disc(166, -154 + i * 28.5, 8, i % 2 ? t.accent : t.base),
      ) +
      moved(0, -14, 0.92, scenes[seed % scenes.length] ?? "")
    )
  },
  horse: (t) =>
    shape(
      "M-170 230V60Q-176-20-120-40L60-50Q70-150 60-200L40-250Q80-250 100-222Q160-220 190-170L176-140Q150-150 130-140Q150-40 140 60V230H84V100H-110V230Z",
      t.base,
    ) +
    shape("M100-222Q160-220 190-170L176-140Q150-150 130-140Q150-40 140 60V230H110Q120-20 84-216Z", t.dark) +
    shape("M62-210Q30-130 20-50L-6-48Q10-160 48-236Z", t.accent) +
    oval(-184, 20, 20, 60, t.accent) +
    shape("M-90-46H30V40Q-30 66-90 40Z", t.accent) +
    times(4, (i) => disc(-72 + i * 28, 38, 9, GOLD)) +
    oblong(-90, -50, 120, 14, 7, GOLD) +
    disc(128, -184, 9, INK) +
    stroke("M74-110Q110-90 132-106M70-80Q110-60 138-76", GOLD, 8) +
    [-140, 112].map((x) => oblong(x - 32, 196, 62, 12, 0, t.light)).join("") +
    times(5, (i) => disc(-130 + i * 12, 110 + (i % 2) * 26, 6, t.light)),
  plant: (t) =>
    leaves("#6fa03c", "#4b7a33") +
    shape("M-150 40H150L116 214Q112 230 94 230H-94Q-112 230-116 214Z", t.base) +
    shape("M60 40H150L116 214Q112 230 94 230H40Q76 140 60 40Z", t.dark) +
    oblong(-168, 10, 336, 52, 16, t.light) +
    times(7, (i) => shape(`M${-108 + i * 36} 100l16 22l-16 22l-16-22Z`, i % 2 ? t.accent : CREAM)),
  bucket: (t) =>
    stroke("M-150-60C-150-220 150-220 150-60", STEEL, 14) +
    oblong(-40, -190, 80, 26, 13, INK) +
    turned(16, 110, -100, oblong(130, -290, 18, 330, 9, WOOD) + shape("M100 20h78l16 70h-110Z", t.accent)) +
    shape("M-190-60H190L150 200Q146 230 116 230H-116Q-146 230-150 200Z", t.base) +
    shape("M80-60H190L150 200Q146 230 116 230H50Q100 90 80-60Z", t.dark) +
    oblong(-204, -80, 408, 36, 18, t.light) +
    times(6, (i) => ring(-120 + i * 50, -100 - ((i * 31) % 50), 20 + (i % 3) * 8, "#bcd9e2", 6)) +
    stroke("M-170 40Q0 70 170 40", t.light, 10),
  soap: (t, seed) =>
    oval(0, 190, 246, 44, t.accentDark) +
    oval(0, 176, 246, 44, t.accent) +
    shape("M-190 30Q-190-20-140-20H140Q190-20 190 30V110Q190 170 130 170H-130Q-190 170-190 110Z", t.dark) +
    oblong(-190, -44, 380, 170, 60, t.base) +
    oblong(-160, -26, 320, 130, 46, t.light) +
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
          faint(0.75, disc(x ?? 0, y ?? 0, r ?? 0, "#d7ecf2")) +
          ring(x ?? 0, y ?? 0, r ?? 0, "#9cc7d6", 6) +
          disc((x ?? 0) - (r ?? 0) * 0.35, (y ?? 0) - (r ?? 0) * 0.35, (r ?? 0) * 0.18, "#ffffff"),
      )
      .join(""),
  tube: (t, seed) =>
    shape("M-124-240H124L96 120H-96Z", t.base) +
    shape("M40-240H124L96 120H50Z", t.dark) +
    oblong(-130, -256, 260, 34, 6, t.light) +
    times(12, (i) => oblong(-120 + i * 21, -252, 6, 26, 2, t.base)) +
    oblong(-70, 116, 140, 24, 6, t.light) +
    oblong(-78, 136, 156, 94, 16, t.accent) +
    oblong(20, 136, 58, 94, 16, t.accentDark) +
    times(5, (i) => oblong(-58 + i * 28, 152, 6, 62, 3, t.accentLight)) +
    disc(0, -80, 74, CREAM) +
    emblem(0, -80, 50, t.base, t.accent, seed) +
    oblong(-56, 34, 112, 12, 6, CREAM) +
    oblong(-36, 58, 72, 8, 4, t.pale),
  pump: (t, seed) =>
    stroke("M0-150V-220H-110", t.accentDark, 26) +
    shape("M-110-236h-44q-14 0-14 16v18h58Z", t.accent) +
    oblong(-40, -240, 100, 34, 14, t.accent) +
    oblong(-50, -160, 100, 44, 12, t.accentDark) +
    oblong(-150, -120, 300, 350, 50, t.base) +
    shape("M60-120H100Q150-120 150-70V180Q150 230 100 230H60Q100 50 60-120Z", t.dark) +
    oblong(-110, -50, 220, 210, 22, CREAM) +
    emblem(0, 38, 68, t.base, t.accent, seed) +
    oblong(-60, 122, 120, 10, 5, t.accent) +
    faint(0.45, oblong(-132, -70, 14, 120, 7, CREAM)),
  dropper: (t, seed) =>
    shape("M-30-200Q-40-270 0-272T30-200Z", t.accent) +
    oblong(-52, -206, 104, 66, 14, INK) +
    times(5, (i) => oblong(-40 + i * 19, -196, 5, 46, 2, "#55423c")) +
    oblong(-34, -146, 68, 34, 0, t.light) +
    shape("M-40-120H40Q140-100 140-10V180Q140 230 90 230H-90Q-140 230-140 180V-10Q-140-100-40-120Z", t.base) +
    shape("M10-120H40Q140-100 140-10V180Q140 230 90 230H60Q110 60 10-120Z", t.dark) +
    oblong(-140, 0, 280, 160, 0, CREAM) +
    emblem(0, 78, 58, t.base, GOLD, seed) +
    faint(0.5, oblong(-112, -70, 16, 56, 8, CREAM)) +
    shape("M206 110C240 160 244 178 206 196C168 178 172 160 206 110Z", GOLD) +
    faint(0.6, disc(196, 166, 7, CREAM)),
  creamjar: (t, seed) =>
    oblong(-200, -150, 400, 130, 30, t.accent) +
    oblong(90, -150, 110, 130, 30, t.accentDark) +
    times(13, (i) => oblong(-176 + i * 28, -136, 6, 100, 3, t.accentLight)) +
    shape("M-214-20H214V150Q214 230 134 230H-134Q-214 230-214 150Z", t.base) +
    shape("M90-20H214V150Q214 230 134 230H60Q120 120 90-20Z", t.dark) +
    oval(0, 104, 130, 88, CREAM) +
    emblem(0, 104, 58, t.dark, t.accent, seed),
} satisfies Record<string, Drawing>
