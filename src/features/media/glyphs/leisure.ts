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

function flame(x: number, y: number, size: number): string {
  return translate(
    x,
    y,
    size,
    withOpacity(0.35, circle(0, -46, 86, "#f9d976")) +
      path("M0-130C50-70 56-20 0 0C-56-20-50-70 0-130Z", "#e8762d") +
      path("M0-92C30-54 32-16 0-4C-32-16-30-54 0-92Z", "#f9c846") +
      path("M0-52C14-34 14-12 0-6C-14-12-14-34 0-52Z", CREAM),
  )
}

export const leisure = {
  book: (t, seed) =>
    rotate(
      -5,
      0,
      0,
      path("M-170-220H150Q186-220 186-184V204H-170Z", "#efe2c6") +
        repeat(5, (i) => strokePath(`M-150 ${188 + i * 7}H186`, "#d9c7a0", 2)) +
        path("M-190-240H150Q176-240 176-214V190H-160Q-190 190-190 216Z", t.base) +
        path("M-190-240H-140V190H-160Q-190 190-190 216Z", t.dark) +
        `<rect x="-112" y="-208" width="258" height="364" rx="10" fill="none" stroke="${t.light}" stroke-width="7"/>` +
        emblem(17, -70, 86, t.accentLight, t.accent, seed) +
        rect(-50, 60, 134, 16, 8, CREAM) +
        rect(-24, 90, 82, 11, 5, t.light) +
        path("M-190 216Q-190 190-160 190H176V232H-166Q-190 232-190 216Z", "#f7edd6") +
        strokePath("M-160 204H176M-160 218H176", "#dccba5", 4) +
        rect(90, 186, 30, 66, 0, t.accent) +
        path("M90 252l15-16l15 16Z", "#f8ebd4").replace("#f8ebd4", t.accentDark),
    ),
  notebook: (t, seed) =>
    rotate(
      4,
      0,
      0,
      rect(-170, -240, 360, 470, 24, t.dark) +
        rect(-180, -246, 360, 466, 24, t.base) +
        rect(-180, -246, 70, 466, 24, t.accent) +
        repeat(9, (i) => rect(-204, -214 + i * 48, 58, 18, 9, STEEL)) +
        rect(-70, -170, 210, 120, 14, CREAM) +
        rect(-40, -134, 150, 12, 6, t.base) +
        rect(-40, -106, 100, 12, 6, t.light) +
        emblem(35, 90, 74, t.light, t.accentLight, seed),
    ) +
    rotate(
      32,
      170,
      60,
      rect(160, -110, 30, 280, 6, "#f2b13c") +
        path("M160 170h30l-15 46Z", "#efd6a8") +
        path("M169 198h12l-6 18Z", INK) +
        rect(160, -136, 30, 34, 8, "#d98b94"),
    ),
  pen: (t) =>
    [
      [-130, -16, t.base, t.dark],
      [0, 0, t.accent, t.accentDark],
      [130, 16, GOLD, "#b9822b"],
    ]
      .map(([x, a, fill, dark]) =>
        rotate(
          Number(a),
          Number(x),
          230,
          rect(Number(x) - 30, -150, 60, 300, 8, String(fill)) +
            rect(Number(x) + 6, -150, 24, 300, 8, String(dark)) +
            rect(Number(x) - 34, -240, 68, 110, 18, String(dark)) +
            rect(Number(x) + 16, -232, 12, 130, 6, CREAM) +
            rect(Number(x) - 30, -134, 60, 14, 0, CREAM) +
            path(`M${Number(x) - 26} 150h52l-14 50h-24Z`, STEEL) +
            path(`M${Number(x) - 12} 200h24l-12 32Z`, INK),
        ),
      )
      .join(""),
  palette: (t) =>
    rotate(
      30,
      170,
      -60,
      rect(170, -260, 24, 240, 10, WOOD) +
        rect(164, -40, 36, 50, 4, STEEL) +
        path("M164 10h36q6 50-18 84q-24-34-18-84Z", t.base),
    ) +
    path(
      "M-40-170C120-200 220-90 200 30C190 110 90 60 70 110C50 160 110 200 40 222C-120 240-250 140-246 10C-240-90-160-150-40-170Z",
      "#d9a868",
    ) +
    path(
      "M-40-170C120-200 220-90 200 30C186-80 100-160-40-150C-150-136-230-70-240 30C-246-90-160-150-40-170Z",
      "#e9c48d",
    ) +
    ellipse(-10, 120, 34, 28, "#f8ebd4") +
    [
      [-150, -20, t.base],
      [-80, -90, t.accent],
      [20, -100, "#e2a52b"],
      [104, -40, "#6fa03c"],
      [-150, 80, "#2f3f7f"],
      [-90, 160, "#d2432f"],
    ]
      .map(
        ([x, y, fill]) =>
          circle(Number(x), Number(y), 36, String(fill)) +
          withOpacity(0.5, circle(Number(x) - 10, Number(y) - 12, 9, CREAM)),
      )
      .join(""),
  sitar: (t) =>
    rotate(
      32,
      0,
      0,
      rect(-26, -290, 52, 400, 14, t.base) +
        rect(4, -290, 22, 400, 10, t.dark) +
        repeat(14, (i) => rect(-30, -230 + i * 22, 60, 6, 3, GOLD)) +
        circle(-46, -240, 15, CREAM) +
        circle(46, -206, 15, CREAM) +
        circle(-46, -170, 15, CREAM) +
        ellipse(0, -150, 62, 54, t.accent).replace("/>", ' opacity="0"/>') +
        path("M0 30C120 40 150 120 130 180C110 250-110 250-130 180C-150 120-120 40 0 30Z", t.base) +
        path("M0 30C120 40 150 120 130 180C110 250 30 240 0 236C90 190 80 80 0 30Z", t.dark) +
        ring(0, 140, 82, t.accent, 7) +
        repeatAround(12, 0, 140, circle(0, 58, 6, CREAM)) +
        rect(-44, 162, 88, 18, 6, CREAM) +
        strokePath("M-12-280V170M0-280V170M12-280V170", "#f6e3b8", 3),
    ),
  drum: (t) =>
    [
      [-118, 40, 1],
      [128, 74, 0.82],
    ]
      .map(([x, y, s]) =>
        translate(
          x ?? 0,
          y ?? 0,
          s ?? 1,
          path("M-130-120H130C150 0 120 150 80 186H-80C-120 150-150 0-130-120Z", s === 1 ? t.base : STEEL) +
            path("M50-120H130C150 0 120 150 80 186H30C90 90 80-20 50-120Z", s === 1 ? t.dark : "#98a0a6") +
            repeat(6, (i) => strokePath(`M${-118 + i * 46}-110L${-70 + i * 27} 176`, "#e9d2a6", 9)) +
            rect(-84, 172, 168, 24, 12, t.accent) +
            ellipse(0, -120, 136, 46, "#e9d2a6") +
            ellipse(0, -124, 116, 36, CREAM) +
            ellipse(0, -124, 52, 17, INK),
        ),
      )
      .join(""),
  flute: (t) =>
    rotate(
      -30,
      0,
      0,
      [
        [-44, t.base, t.light],
        [44, t.accent, t.accentLight],
      ]
        .map(
          ([y, fill, light]) =>
            rect(-280, Number(y) - 24, 560, 48, 24, String(fill)) +
            rect(-270, Number(y) - 18, 540, 14, 7, String(light)) +
            [-220, 180, 240].map((x) => rect(x, Number(y) - 26, 18, 52, 4, GOLD)).join("") +
            repeat(6, (i) => ellipse(-20 + i * 32, Number(y) + 2, 9, 8, INK)) +
            ellipse(-160, Number(y) + 2, 13, 9, INK),
        )
        .join("") +
        strokePath("M250-44q50 40 30 90", t.accentDark, 6) +
        circle(282, 52, 12, t.accentDark) +
        repeat(5, (i) => strokePath(`M282 60l${-16 + i * 8} 46`, t.accent, 5)),
    ),
  top: (t) =>
    path("M-14-150H14L20-60H-20Z", WOOD) +
    circle(0, -160, 26, t.accent) +
    path("M-190-30C-190-80-90-90 0-90S190-80 190-30C190 60 60 120 20 206Q0 236-20 206C-60 120-190 60-190-30Z", t.base) +
    path("M-188-40C-170-76-84-90 0-90S170-76 188-40Q0 0-188-40Z", t.light) +
    path("M-184 0Q0 44 184 0L160 50Q0 92-160 50Z", t.accent) +
    path("M-112 96Q0 124 112 96L84 130Q0 150-84 130Z", GOLD) +
    strokePath("M-236 120Q-210 170-150 190M236 120Q210 170 150 190", t.light, 9),
  blocks: (t) =>
    [
      [-116, 110, t.base, t.dark, 0],
      [116, 110, t.accent, t.accentDark, 1],
      [0, -110, GOLD, "#b9822b", 2],
    ]
      .map(([x, y, fill, dark, i]) =>
        translate(
          Number(x),
          Number(y),
          1,
          rect(-108, -104, 216, 216, 22, String(dark)) +
            rect(-108, -108, 216, 208, 22, String(fill)) +
            rect(-76, -78, 152, 150, 16, CREAM) +
            (i === 0
              ? strokePath("M-40-46H44M4-46V50M4 0Q-44 0-40-30M4-4H40", String(dark), 16)
              : i === 1
                ? repeatAround(5, 0, 0, path("M0-56L18-14H-18Z", String(fill))) + circle(0, 0, 22, String(fill))
                : circle(0, 0, 46, String(fill)) +
                  circle(-14, -8, 7, CREAM) +
                  circle(16, -8, 7, CREAM) +
                  strokePath("M-18 14Q0 32 20 14", CREAM, 8)),
        ),
      )
      .join(""),
  teddy: (t) =>
    mirror(
      circle(-106, -196, 52, t.base) +
        circle(-106, -196, 30, t.light) +
        ellipse(-150, 60, 52, 84, t.base) +
        ellipse(-96, 200, 74, 46, t.base) +
        ellipse(-104, 206, 40, 26, t.light),
    ) +
    ellipse(0, 90, 140, 140, t.base) +
    ellipse(0, 100, 90, 96, t.pale) +
    circle(0, -120, 136, t.base) +
    ellipse(0, -82, 66, 52, t.pale) +
    ellipse(0, -104, 24, 16, INK) +
    strokePath("M0-92V-70M-24-62Q0-46 24-62", INK, 7) +
    circle(-54, -140, 14, INK) +
    circle(54, -140, 14, INK) +
    circle(-50, -145, 5, CREAM) +
    circle(58, -145, 5, CREAM) +
    path("M-90 4Q0 40 90 4L70 36Q0 60-70 36Z", t.accent) +
    path("M10 30L60 110L20 104L0 60Z", t.accentDark),
  board: (t) =>
    rect(-250, -250, 500, 480, 22, WOOD) +
    rect(-216, -216, 432, 412, 6, "#f1d8a4") +
    `<rect x="-166" y="-166" width="332" height="312" fill="none" stroke="${INK}" stroke-width="4"/>` +
    [
      [-206, -206],
      [206, -206],
      [-206, 186],
      [206, 186],
    ]
      .map(([x, y]) => circle((x ?? 0) * 0.96, (y ?? 0) * 0.96, 25, INK))
      .join("") +
    [-1, 1].map((s) => circle(s * 140, -140, 15, t.base) + circle(s * 140, 120, 15, t.base)).join("") +
    ring(0, -10, 84, t.dark, 6) +
    repeatAround(8, 0, -10, path("M0-84L11-34L-11-34Z", t.light)) +
    repeatAround(6, 0, -10, circle(0, -50, 22, INK) + circle(0, -50, 14, "#4a3833")) +
    repeatAround(6, 0, -10, rotate(30, 0, -10, circle(0, -58, 22, CREAM) + ring(0, -58, 14, "#dcc89c", 4))) +
    circle(0, -10, 22, "#d2432f") +
    circle(120, 80, 32, t.accent) +
    ring(120, 80, 20, t.accentLight, 6),
  doll: (t, seed) =>
    path("M-70-40H70L190 200Q196 226 170 226Q0 244-170 226Q-196 226-190 200Z", t.base) +
    strokePath("M-168 176Q0 206 168 176", GOLD, 12) +
    repeat(9, (i) =>
      translate(-132 + i * 33, 212 - Math.abs(4 - i) * 2, 0.14, emblem(0, 0, 95, GOLD, t.accentLight, seed)),
    ) +
    repeat(8, (i) => circle(-80 + (i % 4) * 54, 60 + Math.floor(i / 4) * 56, 9, t.accentLight)) +
    path("M-72-70H72L84 0Q0 26-84 0Z", t.accent) +
    mirror(
      strokePath("M66-50Q150-20 120 60", "#d79b6a", 24) +
        circle(120, 66, 16, "#d79b6a") +
        strokePath("M134 20h-30", GOLD, 10),
    ) +
    path("M-100-130C-110-260 110-260 100-130L120 20H84L72-100H-72L-84 20H-120Z", t.accentDark) +
    ellipse(0, -142, 74, 82, "#e0a878") +
    path("M-74-160C-60-240 60-240 74-160Q30-204 0-208Q-30-204-74-160Z", INK) +
    circle(-28, -140, 9, INK) +
    circle(28, -140, 9, INK) +
    circle(0, -176, 9, "#d2432f") +
    strokePath("M-18-104Q0-90 18-104", "#9e3b32", 7) +
    [-76, 76].map((x) => circle(x, -116, 12, GOLD)).join("") +
    strokePath("M-40-66Q0-30 40-66", GOLD, 9),
  car: (t) =>
    path("M-236 130V40Q-230-10-170-20L-130-150Q-120-180-84-180H110Q180-180 200-110L226 0Q236 30 236 130Z", t.base) +
    path("M-236 130V90H236V130Z", t.dark) +
    path("M-150-20L-116-130Q-110-150-88-150H-30V-20Z", "#bfe0ea") +
    path("M0-150H104Q150-150 164-106L184-20H0Z", "#bfe0ea") +
    rect(-146, -208, 330, 40, 20, t.accent) +
    strokePath("M-15-20V110", t.dark, 6) +
    rect(20, 20, 70, 14, 7, t.dark) +
    circle(-214, 56, 22, "#f9d976") +
    rect(-240, 110, 480, 26, 13, t.accent) +
    [-130, 130]
      .map(
        (x) =>
          circle(x, 150, 76, INK) +
          circle(x, 150, 44, STEEL) +
          repeatAround(5, x, 150, circle(x, 124, 8, INK)) +
          circle(x, 150, 12, GOLD),
      )
      .join("") +
    repeat(7, (i) => circle(-120 + i * 44, -188, 8, CREAM)),
  feeder: (t) =>
    path("M-26-210Q-30-270 0-274T26-210Z", "#e9c9a0") +
    path("M-84-150Q-84-206 0-210T84-150Z", t.accentLight) +
    rect(-102, -156, 204, 66, 18, t.accent) +
    repeat(7, (i) => rect(-84 + i * 26, -144, 7, 42, 3, t.accentLight)) +
    path(
      "M-100-90H100C100-20 120 0 120 60V180Q120 230 70 230H-70Q-120 230-120 180V60C-120 0-100-20-100-90Z",
      "#e3f0f3",
    ) +
    path(
      "M-114 30Q-50 10 0 30T114 30Q120 40 120 60V180Q120 230 70 230H-70Q-120 230-120 180V60Q-120 40-114 30Z",
      "#fffdf6",
    ) +
    repeat(5, (i) => rect(40, -40 + i * 44, i % 2 ? 30 : 48, 9, 4, t.base)) +
    circle(-40, 130, 34, t.light) +
    circle(-52, 124, 6, t.dark) +
    circle(-28, 124, 6, t.dark) +
    strokePath("M-52 140Q-40 152-28 140", t.dark, 5),
  bat: (t) =>
    rotate(
      24,
      0,
      0,
      path("M-58-80Q0-120 58-80V190Q58 236 0 236T-58 190Z", "#e6c48d") +
        path("M6-100Q40-94 58-80V190Q58 236 0 236Q36 120 6-100Z", "#cfa565") +
        repeat(4, (i) => strokePath(`M${-40 + i * 18}-70V200`, "#d9b277", 3)) +
        rect(-20, -280, 40, 200, 16, t.base) +
        repeat(7, (i) => strokePath(`M-20 ${-262 + i * 26}l40 14`, t.light, 7)) +
        rect(-58, -30, 116, 70, 0, t.accent) +
        path("M-30 22L0-18L30 22Z", CREAM),
    ) +
    circle(-170, 150, 74, t.dark) +
    circle(-176, 144, 68, "#b5342c") +
    strokePath("M-226 110Q-170 150-130 200", CREAM, 6) +
    repeat(6, (i) =>
      strokePath(`M${-216 + i * 16} ${104 + i * 17}l12-14M${-222 + i * 16} ${122 + i * 17}l-4 16`, CREAM, 4),
    ),
  ball: (t) =>
    circle(0, 10, 220, t.dark) +
    circle(-8, 2, 212, t.base === "#ede0c4" ? "#fbf6ea" : t.base) +
    repeatAround(5, 0, 10, path("M0-196L54-160L34-96L-34-96L-54-160Z", t.accent)) +
    path("M0-60L66-12L41 66H-41L-66-12Z", t.accent) +
    repeatAround(5, 0, 10, strokePath("M0-54V-96M40-104L96-70", t.dark, 8)) +
    withOpacity(0.35, ellipse(-90, -110, 44, 26, CREAM)),
  racket: (t) =>
    rotate(
      36,
      0,
      0,
      ring(0, -120, 136, t.base, 24).replace(
        "circle",
        'circle transform="translate(0 -120) scale(.84 1) translate(0 120)"',
      ) +
        repeat(9, (i) =>
          strokePath(
            `M${-84 + i * 21} ${-226 + Math.abs(4 - i) * Math.abs(4 - i) * 4}V${-14 - Math.abs(4 - i) * Math.abs(4 - i) * 4}`,
            CREAM,
            4,
          ),
        ) +
        repeat(10, (i) =>
          strokePath(
            `M${-100 + Math.abs(4.5 - i) * Math.abs(4.5 - i) * 3} ${-216 + i * 21}H${100 - Math.abs(4.5 - i) * Math.abs(4.5 - i) * 3}`,
            CREAM,
            4,
          ),
        ) +
        rect(-9, 16, 18, 110, 4, t.dark) +
        rect(-22, 116, 44, 150, 14, t.accent) +
        repeat(5, (i) => strokePath(`M-22 ${134 + i * 24}l44 12`, t.accentLight, 6)),
    ) +
    rotate(
      -24,
      170,
      130,
      path("M120 60L220 60L192 170H148Z", "#fffdf6") +
        strokePath("M136 66L156 166M170 64V168M204 66L184 166M128 100H212", "#d7cbb0", 5) +
        ellipse(170, 186, 32, 30, t.accent) +
        rect(140, 160, 60, 14, 4, t.base),
    ),
  dumbbell: (t) =>
    rotate(
      -18,
      0,
      0,
      rect(-150, -22, 300, 44, 14, STEEL) +
        repeat(7, (i) => rect(-66 + i * 20, -22, 8, 44, 2, "#98a0a6")) +
        [-1, 1]
          .map(
            (s) =>
              rect(s * 150 - 36, -150, 72, 300, 26, t.base) +
              rect(s * 150 - (s > 0 ? -6 : 36), -150, 30, 300, 18, t.dark) +
              rect(s * 218 - 28, -106, 56, 212, 22, t.accent) +
              rect(s * 256 - 16, -30, 32, 60, 10, STEEL),
          )
          .join(""),
    ),
  mat: (t, seed) =>
    path("M-60 60L250 100L190 226L-200 180Z", t.light) +
    path("M-60 60L250 100L244 112L-70 76Z", t.base) +
    `<g transform="matrix(1 .13 -.3 .4 40 148)">${emblem(0, 0, 110, t.base, t.accent, seed)}</g>` +
    rect(-230, -130, 150, 330, 70, t.dark).replace("<rect", '<rect transform="rotate(8 -150 30)"') +
    rotate(
      8,
      -150,
      -120,
      ellipse(-152, -120, 76, 60, t.base) +
        repeat(
          3,
          (i) =>
            `<ellipse cx="-152" cy="-120" rx="${58 - i * 19}" ry="${45 - i * 15}" fill="none" stroke="${t.dark}" stroke-width="7"/>`,
        ) +
        rect(-230, -20, 152, 26, 0, t.accent) +
        rect(-230, 90, 152, 26, 0, t.accent),
    ),
  cycle: (t) =>
    [-150, 150]
      .map(
        (x) =>
          ring(x, 110, 116, INK, 16) +
          repeatAround(10, x, 110, strokePath(`M${x} 110V4`, STEEL, 3)) +
          circle(x, 110, 14, t.accent),
      )
      .join("") +
    strokePath("M-150 110L-70-60H96L0 110H-150L-70-60M96-60L0 110", t.base, 20) +
    strokePath("M150 110L86-110", t.base, 20) +
    strokePath("M86-110L70-150H130", INK, 14) +
    strokePath("M-70-60L-84-110", STEEL, 12) +
    rect(-136, -134, 110, 30, 15, INK) +
    circle(0, 110, 30, t.accent) +
    strokePath("M0 110L30 150", INK, 12) +
    rect(14, 146, 46, 14, 6, INK) +
    rect(96, -110, 96, 76, 10, "#d3a062") +
    repeat(3, (i) => strokePath(`M${112 + i * 30}-106V-38`, WOOD, 5)) +
    strokePath("M98-84H190M98-60H190", WOOD, 5),
  tent: (t) =>
    path("M-260 210L-20-190L60-190L260 210Z", t.base) +
    path("M20-190H60L260 210H120Z", t.dark) +
    path("M-20-190L-110 210H100Z", t.light) +
    path("M-14-160L-62 210H40Z", INK) +
    path("M-14-160L-62 210L-110 210Z", t.accent) +
    strokePath("M-20-190L-10-230M-260 210L-290 224M260 210L290 224", WOOD, 10) +
    path("M-10-230l60 18l-56 20Z", t.accent) +
    rect(-270, 206, 540, 20, 10, "#7d9450") +
    [
      [-190, -200],
      [190, -220],
      [120, -150],
    ]
      .map(([x, y]) => repeatAround(4, x ?? 0, y ?? 0, path(`M${x} ${(y ?? 0) - 20}l6 20l-6 4l-6-4Z`, "#f6c95f")))
      .join(""),
  wateringcan: (t) =>
    strokePath("M60-90C250-130 260 130 110 150", t.dark, 26) +
    path("M-120 60L-230-90L-206-106L-100-10Z", t.dark) +
    rotate(-36, -224, -104, ellipse(-224, -104, 56, 20, t.accent)) +
    strokePath("M-130-80C-100-200 60-200 80-80", t.dark, 20) +
    path("M-150-80H110L140 200Q142 230 112 230H-152Q-182 230-180 200Z", t.base) +
    path("M30-80H110L140 200Q142 230 112 230H30Q70 80 30-80Z", t.dark) +
    rect(-164, -96, 288, 34, 17, t.light) +
    repeatAround(8, -50, 90, ellipse(-50, 40, 18, 36, t.accent)) +
    circle(-50, 90, 22, GOLD) +
    repeat(6, (i) => path(`M${-262 - (i % 3) * 10 + i * 8} ${-40 + i * 26}q8 16 0 22q-8-6 0-22Z`, "#7fb2d1")),
  tool: (t) =>
    rotate(
      -32,
      0,
      0,
      rect(-24, -120, 48, 350, 20, t.base) +
        rect(2, -120, 22, 350, 12, t.dark) +
        repeat(5, (i) => rect(-28, 90 + i * 26, 56, 10, 5, t.accent)) +
        path("M-130-220H60Q110-220 130-160V-130H-130Z", STEEL) +
        path("M-130-176H124L130-160V-130H-130Z", "#98a0a6") +
        path("M60-220Q150-230 176-130Q120-180 60-160Z", STEEL),
    ) +
    rotate(
      40,
      90,
      60,
      rect(76, -10, 60, 190, 26, t.accent) +
        rect(108, -10, 28, 190, 14, t.accentDark) +
        rect(94, -190, 24, 190, 6, STEEL) +
        path("M94-190h24l-6-34h-12Z", "#98a0a6"),
    ),
  diya: (t) =>
    flame(0, -20, 1.5) +
    path("M-240-10Q0 70 240-10Q232 170 70 206H-70Q-232 170-240-10Z", t.dark) +
    path("M-240-10Q0 70 240-10Q222 130 60 170Q-180 150-240-10Z", t.base) +
    path("M-240-10Q-150-50 0-36T240-10Q0 70-240-10Z", "#d9922f") +
    strokePath("M0-24Q30 0 90 0", CREAM, 12) +
    repeat(9, (i) =>
      circle(-152 + i * 38, Math.round(82 + 22 * Math.sin((i / 8) * 3.14)), 11, i % 2 ? t.accent : CREAM),
    ) +
    repeat(7, (i) =>
      path(`M${-108 + i * 36} ${Math.round(112 + 20 * Math.sin((i / 6) * 3.14))}l14 20l-14 20l-14-20Z`, t.accentLight),
    ) +
    ellipse(0, 214, 120, 22, t.dark),
  incense: (t, seed) =>
    [-80, -30, 20, 70]
      .map((x, i) =>
        rotate(
          -9 + i * 6,
          x * 0.4,
          160,
          rect(x * 0.4 - 5, -230, 10, 390, 5, "#6b4330") + circle(x * 0.4, -232, 8, "#e8762d"),
        ),
      )
      .join("") +
    strokePath("M-70-240q-40-24-10-60M-16-246q30-20 4-46M60-240q40-20 10-56", "#cbbcae", 8) +
    path("M-110 120H110Q96 200 60 214H-60Q-96 200-110 120Z", GOLD) +
    path("M30 120H110Q96 200 60 214H20Q60 180 30 120Z", "#b9822b") +
    ellipse(0, 120, 112, 26, "#f2cf78") +
    ellipse(0, 220, 150, 16, "#b9822b") +
    rotate(
      10,
      180,
      80,
      rect(120, -90, 120, 310, 12, t.base) +
        rect(120, -90, 36, 310, 12, t.light) +
        rect(120, 30, 120, 90, 0, CREAM) +
        emblem(180, 76, 36, t.base, t.accent, seed),
    ),
  kalash: (t, seed) =>
    [
      [-70, -50],
      [70, 50],
      [-36, -22],
      [36, 22],
      [0, 0],
    ]
      .map(([x, a]) =>
        rotate(
          a ?? 0,
          x ?? 0,
          -110,
          path(
            `M${x}-250C${(x ?? 0) + 44}-200 ${(x ?? 0) + 36}-130 ${x}-100C${(x ?? 0) - 36}-130 ${(x ?? 0) - 44}-200 ${x}-250Z`,
            "#5d8a3c",
          ) + strokePath(`M${x}-236V-104`, "#8fb86a", 5),
        ),
      )
      .join("") +
    ellipse(0, -160, 76, 84, "#a86a3a") +
    path("M-30-214Q0-262 30-214Q0-200-30-214Z", "#7d4726") +
    strokePath("M-40-170q40-30 80 0", "#8a5530", 5) +
    rect(-110, -110, 220, 34, 17, t.light) +
    path(
      "M-80-80H80C80-40 200-10 200 80C200 180 110 226 70 230H-70C-110 226-200 180-200 80C-200-10-80-40-80-80Z",
      t.base,
    ) +
    path("M30-80H80C80-40 200-10 200 80C200 180 110 226 70 230H30C120 140 110 0 30-80Z", t.dark) +
    strokePath("M-150 20Q0 60 150 20", t.accent, 14) +
    emblem(0, 122, 60, t.accentLight, t.accent, seed) +
    repeat(7, (i) => circle(-108 + i * 36, Math.round(62 + 12 * Math.sin((i / 6) * 3.14)), 8, t.accentLight)),
  idol: (t) =>
    repeatAround(16, 0, -40, path("M0-262L18-196H-18Z", t.accent)) +
    circle(0, -40, 170, t.accentLight) +
    circle(0, -40, 150, "#fdf1d3") +
    path("M-200 190Q-190 90-90 90H90Q190 90 200 190Q0 240-200 190Z", t.base) +
    ellipse(0, 80, 118, 110, t.base) +
    ellipse(0, 90, 76, 70, t.light) +
    mirror(
      path("M-50-130Q-170-170-176-50Q-150 10-70-20Z", t.base) +
        path("M-70-106Q-140-120-146-50Q-130-20-80-40Z", t.light) +
        strokePath("M-90 50Q-160 60-150-10", t.base, 36),
    ) +
    circle(0, -80, 92, t.base) +
    path("M-70-140L-46-230L0-190L46-230L70-140Q0-176-70-140Z", GOLD) +
    circle(0, -204, 12, "#d2432f") +
    strokePath("M0-60C-10 20 50 30 44 90C40 120 10 116 14 96", t.dark, 38) +
    strokePath("M0-60C-10 20 50 30 44 90C40 120 10 116 14 96", t.light, 26) +
    circle(-38, -90, 10, INK) +
    circle(38, -90, 10, INK) +
    strokePath("M-16-136V-116M0-140V-112M16-136V-116", "#d2432f", 6) +
    path("M-46-26q-24 20-14 44q16-8 20-40Z", CREAM) +
    circle(-150, -16, 20, GOLD) +
    ellipse(0, 214, 216, 22, GOLD) +
    repeat(9, (i) => path(`M${-190 + i * 42} 212q21-40 42 0Z`, i % 2 ? t.accent : "#e07a9a")),
  mala: (t) =>
    repeat(30, (i) =>
      circle(
        Math.round(Math.cos(i * 0.2094 + 1.676) * 176),
        Math.round(-50 + Math.sin(i * 0.2094 + 1.676) * 180),
        i % 6 === 0 ? 25 : 20,
        i % 6 === 0 ? t.accent : i % 2 ? t.base : t.dark,
      ),
    ) +
    repeat(30, (i) =>
      circle(
        Math.round(Math.cos(i * 0.2094 + 1.676) * 176) - 6,
        Math.round(-56 + Math.sin(i * 0.2094 + 1.676) * 180),
        5,
        t.light,
      ),
    ) +
    circle(0, 146, 28, GOLD) +
    rect(-14, 166, 28, 22, 8, t.accentDark) +
    repeat(9, (i) => strokePath(`M${-10 + i * 2.5} 186L${-40 + i * 10} 244`, t.accent, 7)),
  toran: (t) =>
    strokePath("M-256-200Q0-110 256-200", WOOD, 12) +
    repeat(9, (i) =>
      translate(
        -224 + i * 56,
        Math.round(-186 + 66 * Math.sin(((i + 0.6) / 9.2) * 3.14) - 10),
        1,
        i % 2
          ? path("M0 0C44 40 40 120 0 190C-40 120-44 40 0 0Z", "#5d8a3c") + strokePath("M0 16V172", "#8fb86a", 5)
          : strokePath("M0 0V150", t.accent, 6) +
              repeat(
                3,
                (j) =>
                  repeatAround(10, 0, 40 + j * 58, ellipse(0, 18 + j * 58, 10, 20, j % 2 ? t.base : "#f2922b")) +
                  circle(0, 40 + j * 58, 13, j % 2 ? t.accent : t.base),
              ) +
              circle(0, 222, 11, GOLD),
      ),
    ) +
    repeat(10, (i) =>
      circle(-252 + i * 56, Math.round(-204 + 66 * Math.sin(((i + 0.1) / 9.2) * 3.14)), 20, i % 2 ? "#e8762d" : GOLD),
    ),
  giftbox: (t, seed) =>
    rect(-200, -40, 400, 270, 18, t.base) +
    rect(100, -40, 100, 270, 18, t.dark) +
    rect(-224, -104, 448, 92, 18, t.light) +
    rect(120, -104, 104, 92, 18, t.base) +
    rect(-34, -104, 68, 334, 0, t.accent) +
    rect(8, -104, 26, 334, 0, t.accentDark) +
    mirror(
      path("M0-110C-40-230-170-250-170-180C-170-120-70-104 0-110Z", t.accent) +
        path("M-16-116C-60-190-130-206-134-176C-134-140-70-120-16-116Z", t.accentDark) +
        path("M-4-108L-80-40L-56-34L-50-8L6-90Z", t.accent),
    ) +
    circle(0, -112, 32, t.accentLight) +
    repeat(12, (i) =>
      translate(
        -150 + (i % 6) * 60 + (i % 6 > 2 ? 12 : -12),
        46 + Math.floor(i / 6) * 90,
        0.2,
        emblem(0, 0, 95, t.light, GOLD, seed),
      ),
    ),
} satisfies Record<string, Drawing>
