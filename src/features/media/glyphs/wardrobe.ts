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

const hanger = strokePath("M0-222V-250C34-256 30-292 0-290", WOOD, 10) + strokePath("M-130-170L0-222L130-170", WOOD, 14)
function pearls(count: number, width: number, drop: number, y: number, radius: number, fill: string): string {
  return repeat(count, (i) => {
    const at = i / (count - 1)
    return circle(Math.round(-width + 2 * width * at), Math.round(y + drop * Math.sin(Math.PI * at)), radius, fill)
  })
}

export const wardrobe = {
  saree: (t, seed) =>
    rect(-210, -240, 420, 20, 10, WOOD) +
    circle(-216, -230, 18, WOOD) +
    circle(216, -230, 18, WOOD) +
    path("M-190-232H190V150Q190 168 172 168H-172Q-190 168-190 150Z", t.base) +
    repeat(5, (i) =>
      path(`M${-190 + i * 80}-232h26v400h-26Z`, i % 2 ? t.light : t.dark).replace("/>", ' opacity=".28"/>'),
    ) +
    repeat(28, (i) =>
      translate(
        -142 + (i % 7) * 48 + (Math.floor(i / 7) % 2) * 14,
        -170 + Math.floor(i / 7) * 62,
        0.14,
        emblem(0, 0, 95, GOLD, CREAM, seed),
      ),
    ) +
    rect(-190, 84, 380, 84, 0, t.accent) +
    rect(-190, 78, 380, 12, 0, GOLD) +
    rect(-190, 160, 380, 12, 0, GOLD) +
    repeat(10, (i) => path(`M${-190 + i * 38} 160l19-52l19 52Z`, t.accentDark) + circle(-171 + i * 38, 138, 7, GOLD)) +
    repeat(
      24,
      (i) =>
        strokePath(`M${-182 + i * 15.8} 172v40`, i % 2 ? GOLD : t.accent, 5) + circle(-182 + i * 15.8, 216, 5, GOLD),
    ) +
    path("M70-232H190V150Q190 168 172 168H130Q150-40 70-232Z", INK).replace("/>", ' opacity=".09"/>'),
  kurta: (t, seed) =>
    hanger +
    path(
      "M-80-190L-130-170L-250 40L-190 74L-130-20L-150 214Q0 240 150 214L130-20L190 74L250 40L130-170L80-190Q0-140-80-190Z",
      t.base,
    ) +
    path("M130-170L250 40L190 74L130-20L150 214Q110 222 70 226Q100 0 60-176L80-190Z", t.dark) +
    path("M-46-176Q0-146 46-176L22 40H-22Z", t.accent) +
    path("M-28-166Q0-150 28-166L12 22H-12Z", t.accentLight) +
    repeat(4, (i) => circle(0, -120 + i * 36, 7, GOLD)) +
    strokePath("M-80-190Q0-140 80-190", t.accent, 12) +
    repeat(9, (i) => translate(-120 + i * 30, 186 + (i % 2) * 4, 0.12, emblem(0, 0, 95, t.accentLight, GOLD, seed))) +
    strokePath("M-144 160Q0 182 144 160", t.accent, 8) +
    strokePath("M-246 32L-190 64M246 32L190 64", t.accent, 12),
  lehenga: (t, seed) =>
    path("M-86-230Q0-190 86-230L104-110H-104Z", t.accent) +
    strokePath("M-86-230Q0-176 86-230", GOLD, 10) +
    mirror(path("M86-230L150-200L128-140L98-150Z", t.accent) + strokePath("M148-196L128-144", GOLD, 8)) +
    rect(-92, -64, 184, 26, 10, GOLD) +
    path("M-88-44H88L252 190Q260 214 232 220Q0 252-232 220Q-260 214-252 190Z", t.base) +
    repeat(6, (i) =>
      path(`M${-60 + i * 24}-44L${-200 + i * 80} 226L${-160 + i * 80} 230L${-48 + i * 24}-44Z`, t.dark).replace(
        "/>",
        ' opacity=".35"/>',
      ),
    ) +
    strokePath("M-228 154Q0 190 228 154", GOLD, 8) +
    repeat(11, (i) =>
      translate(-210 + i * 42, 192 - Math.abs(5 - i) * 2.6 + 6, 0.2, emblem(0, 0, 95, GOLD, t.accentLight, seed)),
    ) +
    repeat(12, (i) => circle(-120 + (i % 6) * 48, 30 + Math.floor(i / 6) * 70, 8, t.accentLight)),
  shawl: (t, seed) =>
    path("M-210-180Q0-220 210-180L190 60Q0 100-190 60Z", t.dark) +
    path("M-230-120Q-20-170 200-130L226 150Q0 196-226 150Z", t.base) +
    path("M-226 110Q0 156 226 110V150Q0 196-226 150Z", t.accent) +
    strokePath("M-228 96Q0 144 226 96", GOLD, 8) +
    repeat(18, (i) =>
      translate(
        -170 + (i % 6) * 66,
        -70 + Math.floor(i / 6) * 56 - (i % 6) * 3,
        0.2,
        emblem(0, 0, 95, t.accentLight, GOLD, seed),
      ),
    ) +
    repeat(30, (i) =>
      strokePath(
        `M${-222 + i * 15.3} ${166 + Math.round(Math.sin((i / 29) * 3.14) * 16)}v44`,
        i % 2 ? t.accent : t.base,
        6,
      ),
    ),
  shirt: (t) =>
    hanger +
    path("M-90-196L-150-160L-236 20L-170 50L-136-20V214H136V-20L170 50L236 20L150-160L90-196L0-150Z", t.base) +
    path("M136-20V214H60V-170L90-196L150-160L236 20L170 50Z", t.dark) +
    path("M-90-196L0-150L-34-90L-112-176Z", t.light) +
    path("M90-196L0-150L34-90L112-176Z", t.light) +
    rect(-13, -140, 26, 354, 0, t.light) +
    repeat(6, (i) => circle(0, -100 + i * 54, 7, t.accentDark)) +
    rect(-108, -40, 66, 70, 8, t.light) +
    rect(-108, -40, 66, 16, 4, t.accent),
  tee: (t, seed) =>
    path(
      "M-86-196L-160-160L-250-10L-176 40L-140-10V220Q0 232 140 220V-10L176 40L250-10L160-160L86-196Q0-130-86-196Z",
      t.base,
    ) +
    path("M86-196L160-160L250-10L176 40L140-10V220Q110 226 70 228V-164Z", t.dark) +
    strokePath("M-86-196Q0-130 86-196", t.accent, 16) +
    emblem(0, 6, 76, t.accentLight, t.accent, seed) +
    strokePath("M-246-16L-178 30M246-16L178 30", t.accent, 12),
  trousers: (t) =>
    path(
      "M-130-230H130L176 214Q178 230 160 230H60Q44 230 42 214L0-40L-42 214Q-44 230-60 230H-160Q-178 230-176 214Z",
      t.base,
    ) +
    path("M50-230H130L176 214Q178 230 160 230H110Q120 20 50-230Z", t.dark) +
    rect(-136, -240, 272, 46, 8, t.dark) +
    [-96, -30, 30, 96].map((x) => rect(x - 8, -244, 16, 54, 4, t.light)).join("") +
    circle(0, -216, 11, GOLD) +
    strokePath("M0-194V-60Q30-70 34-110V-190M-126-150Q-70-150-60-194M126-150Q70-150 60-194", t.light, 5) +
    strokePath("M-172 196H-48M172 196H48", t.light, 5),
  shoe: (t) =>
    path("M-250 150Q-260 40-200-30Q-150-30-110-60L-60-90Q20 20 140 44Q250 60 256 150Z", t.base) +
    path("M-250 150Q-256 90-236 40Q-120 100 40 90Q180 80 250 110L256 150Z", t.dark) +
    path("M-60-90Q-20-30 40 6L-20 40Q-80 0-110-60Z", t.light) +
    [0, 1, 2].map((i) => strokePath(`M${-84 + i * 38} ${-30 + i * 22}l52-26`, CREAM, 11)).join("") +
    path("M-262 146H260Q276 200 236 204H-230Q-276 204-262 146Z", CREAM) +
    rect(-262, 186, 526, 28, 14, t.accent) +
    strokePath("M-170 110Q-60 40 20 116", t.accent, 18) +
    strokePath("M-202-24Q-196 10-232 44", t.accent, 12),
  sandal: (t) =>
    [-96, 106]
      .map((x, i) =>
        rotate(
          i ? 7 : -7,
          x,
          0,
          path(
            `M${x}-230C${x + 96}-230 ${x + 92}-80 ${x + 70} 30S${x + 80} 230 ${x} 230S${x - 90} 130 ${x - 70} 30S${x - 96}-230 ${x}-230Z`,
            t.dark,
          ) +
            path(
              `M${x}-214C${x + 80}-214 ${x + 76}-80 ${x + 56} 30S${x + 64} 214 ${x} 214S${x - 74} 130 ${x - 56} 30S${x - 80}-214 ${x}-214Z`,
              "#e3bd86",
            ) +
            path(`M${x - 80}-60Q${x}-190 ${x + 80}-60L${x + 72} 30Q${x}-50 ${x - 72} 30Z`, t.base) +
            path(`M${x - 76}-10Q${x}-100 ${x + 76}-10L${x + 72} 30Q${x}-50 ${x - 72} 30Z`, t.accent) +
            repeat(5, (j) => circle(x - 44 + j * 22, -92 - (j === 2 ? 14 : j % 2 ? 9 : 0), 8, GOLD)) +
            circle(x, -72, 20, t.accentLight) +
            circle(x, -72, 10, GOLD),
        ),
      )
      .join(""),
  handbag: (t, seed) =>
    strokePath("M-110-60C-110-280 110-280 110-60", t.dark, 26) +
    path("M-200-70H200L236 196Q238 230 204 230H-204Q-238 230-236 196Z", t.base) +
    path("M110-70H200L236 196Q238 230 204 230H120Q160 90 110-70Z", t.dark) +
    path("M-200-70H200L210 0Q0 130-210 0Z", t.light) +
    circle(0, 52, 32, GOLD) +
    circle(0, 52, 17, t.dark) +
    emblem(0, 158, 44, t.light, t.accent, seed) +
    strokePath("M-212 206H212", t.light, 5) +
    circle(-110, -60, 16, GOLD) +
    circle(110, -60, 16, GOLD),
  backpack: (t) =>
    strokePath("M-60-200C-60-280 60-280 60-200", t.dark, 22) +
    rect(-216, 20, 70, 160, 30, t.dark) +
    rect(146, 20, 70, 160, 30, t.dark) +
    path("M-170-60Q-170-216 0-216T170-60V190Q170 230 130 230H-130Q-170 230-170 190Z", t.base) +
    path("M80-200Q170-170 170-60V190Q170 230 130 230H80Z", t.dark) +
    strokePath("M-130-50Q-130-160 0-160T130-50", t.light, 9) +
    rect(-120, 40, 240, 160, 26, t.light) +
    rect(-120, 40, 240, 56, 26, t.accent) +
    rect(-16, 78, 32, 42, 8, GOLD) +
    rect(-40, -90, 80, 44, 10, t.accent) +
    strokePath("M-96 150H96", t.base, 6),
  wallet: (t) =>
    rotate(
      -6,
      0,
      0,
      rect(-190, -150, 300, 90, 14, "#7fb08a") +
        rect(-170, -130, 300, 90, 14, t.accent) +
        rect(-230, -90, 460, 310, 34, t.dark) +
        rect(-230, -100, 460, 300, 34, t.base) +
        rect(-210, -80, 420, 260, 22, "none").replace(
          "/>",
          ` stroke="${t.light}" stroke-width="5" stroke-dasharray="16 10"/>`,
        ) +
        path("M230 0V110H120Q70 110 70 55T120 0Z", t.dark) +
        circle(128, 55, 20, GOLD),
    ),
  suitcase: (t) =>
    strokePath("M-70-150V-262H70V-150", STEEL, 18) +
    rect(-84, -282, 168, 34, 16, INK) +
    rect(-180, -160, 360, 370, 40, t.base) +
    rect(90, -160, 90, 370, 40, t.dark) +
    [-120, -60, 0, 60, 120].map((x) => rect(x - 8, -130, 16, 310, 8, t.light)).join("") +
    rect(-180, 0, 360, 24, 0, t.dark) +
    rect(-40, -12, 80, 48, 10, GOLD) +
    [-130, 130].map((x) => rect(x - 26, 200, 52, 34, 14, INK)).join(""),
  watch: (t) =>
    path("M-80-110L-64-262H64L80-110Z", t.base) +
    path("M-80 110L-64 262H64L80 110Z", t.base) +
    [-220, -186, 190, 224].map((y) => circle(0, y, 7, t.dark)).join("") +
    rect(136, -24, 34, 48, 10, GOLD) +
    circle(0, 0, 152, GOLD) +
    circle(0, 0, 134, t.dark) +
    circle(0, 0, 122, CREAM) +
    repeatAround(12, 0, 0, rect(-4, -112, 8, 22, 4, t.dark)) +
    strokePath("M0 0L-44-50", INK, 11) +
    strokePath("M0 0L62-64", INK, 8) +
    strokePath("M0 22L0-84", t.accent, 4) +
    circle(0, 0, 12, GOLD),
  sunglasses: (t) =>
    strokePath("M-240-40L-200-130M240-40L200-130", t.dark, 18) +
    [-128, 128]
      .map(
        (x) =>
          path(`M${x - 112}-60Q${x}-84 ${x + 112}-60Q${x + 116} 110 ${x} 116Q${x - 116} 110 ${x - 112}-60Z`, t.dark) +
          path(`M${x - 92}-42Q${x}-62 ${x + 92}-42Q${x + 92} 90 ${x} 94Q${x - 92} 90 ${x - 92}-42Z`, t.accent) +
          path(`M${x - 92}-42Q${x}-62 ${x + 92}-42L${x + 88} 10Q${x}-20 ${x - 88} 10Z`, t.accentDark) +
          withOpacity(0.4, strokePath(`M${x - 56} 50L${x - 6}-24M${x - 24} 64L${x + 16} 6`, CREAM, 12)),
      )
      .join("") +
    strokePath("M-22-44Q0-66 22-44", t.dark, 18) +
    circle(-228, -44, 8, GOLD) +
    circle(228, -44, 8, GOLD),
  earrings: (t) =>
    [-110, 110]
      .map(
        (x) =>
          ring(x, -196, 22, GOLD, 8) +
          circle(x, -140, 42, GOLD) +
          circle(x, -140, 28, t.base) +
          circle(x, -140, 12, CREAM) +
          strokePath(`M${x}-96v36`, GOLD, 10) +
          path(`M${x - 94} 60C${x - 90}-40 ${x - 40}-72 ${x}-72S${x + 90}-40 ${x + 94} 60Z`, GOLD) +
          path(`M${x - 70} 44C${x - 66}-24 ${x - 30}-48 ${x}-48S${x + 66}-24 ${x + 70} 44Z`, t.base) +
          repeat(3, (i) => circle(x - 36 + i * 36, i === 1 ? 0 : 16, 12, t.accentLight)) +
          rect(x - 100, 54, 200, 22, 11, GOLD) +
          repeat(
            7,
            (i) =>
              strokePath(`M${x - 84 + i * 28} 78v34`, GOLD, 5) +
              circle(x - 84 + i * 28, 128, 13, i % 2 ? t.accent : CREAM),
          ),
      )
      .join(""),
  necklace: (t) =>
    pearls(25, 214, 190, -180, 15, GOLD) +
    pearls(19, 170, 150, -150, 17, t.base) +
    pearls(19, 170, 150, -150, 8, t.light) +
    [-2, -1, 0, 1, 2]
      .map((i) =>
        translate(
          i * 66,
          40 - Math.abs(i) * 26,
          1,
          circle(0, 0, 30, GOLD) + circle(0, 0, 19, t.accent) + circle(-5, -6, 6, CREAM),
        ),
      )
      .join("") +
    path("M0 60C70 84 74 150 0 214C-74 150-70 84 0 60Z", GOLD) +
    path("M0 84C46 100 48 146 0 188C-48 146-46 100 0 84Z", t.base) +
    circle(0, 130, 18, CREAM) +
    circle(0, 226, 12, t.accent),
  bangles: (t) =>
    [0, 1, 2, 3, 4]
      .map(
        (i) =>
          `<ellipse cx="${-40 + i * 18}" cy="${130 - i * 68}" rx="190" ry="82" fill="none" stroke="${i % 2 ? GOLD : i === 2 ? t.accent : t.base}" stroke-width="${i % 2 ? 18 : 38}"/>` +
          (i % 2
            ? ""
            : repeat(9, (j) =>
                circle(
                  Math.round(-40 + i * 18 + Math.cos(0.3 + j * 0.32) * 190),
                  Math.round(130 - i * 68 + Math.sin(0.3 + j * 0.32) * 82),
                  10,
                  j % 2 ? CREAM : GOLD,
                ),
              )),
      )
      .join(""),
  ring: (t) =>
    ring(0, 90, 126, GOLD, 34) +
    ring(0, 90, 126, "#f2cf78", 8) +
    repeatAround(10, 0, -90, ellipse(0, -176, 22, 34, GOLD) + ellipse(0, -174, 11, 20, t.accent)) +
    circle(0, -90, 76, GOLD) +
    circle(0, -90, 60, t.base) +
    path("M0-150L52-90L0-30L-52-90Z", t.light) +
    path("M0-150L0-30L-52-90Z", t.base) +
    withOpacity(0.6, path("M0-140L-40-92L-14-100Z", CREAM)),
  lipstick: (t) =>
    rect(-170, -40, 120, 270, 16, t.dark) +
    rect(-170, -40, 44, 270, 16, t.base) +
    rect(-170, 10, 120, 16, 0, GOLD) +
    path("M20-40V-170Q20-230 100-262V-40Z", t.base) +
    path("M20-150Q24-226 100-262V-220Q50-200 20-150Z", t.light) +
    rect(4, -60, 112, 100, 8, GOLD) +
    rect(4, -60, 40, 100, 8, "#f2cf78") +
    rect(-12, 30, 144, 200, 14, INK) +
    rect(-12, 30, 48, 200, 14, "#4a3833"),
  kajal: (t) =>
    rotate(
      24,
      0,
      0,
      rect(-90, -80, 66, 320, 20, t.dark) +
        rect(-90, -80, 24, 320, 12, t.base) +
        rect(-90, -100, 66, 40, 8, GOLD) +
        path("M-86-100L-66-240Q-57-256-48-240L-28-100Z", INK),
    ) +
    rotate(
      24,
      120,
      0,
      rect(70, -60, 66, 250, 20, t.accent) + rect(70, -60, 24, 250, 12, t.accentLight) + rect(70, 130, 66, 22, 0, GOLD),
    ) +
    strokePath("M-226 196Q-130 110-20 190T190 186", INK, 16),
  compact: (t, seed) =>
    circle(0, -96, 166, GOLD) +
    circle(0, -96, 148, "#d9ecef") +
    withOpacity(0.7, strokePath("M-90-40L20-180M-40-10L80-150", CREAM, 18)) +
    rect(-60, 44, 120, 22, 8, "#b9822b") +
    ellipse(0, 150, 190, 86, "#b9822b") +
    ellipse(0, 136, 190, 86, GOLD) +
    ellipse(0, 132, 160, 66, t.light) +
    `<g transform="translate(0 132) scale(1 .42)">${emblem(0, 0, 100, t.base, t.pale, seed)}</g>`,
  comb: (t) =>
    rotate(
      -18,
      0,
      0,
      path("M-250-90Q0-150 250-90V-10H-250Z", t.base) +
        path("M-250-90Q0-150 250-90V-66Q0-124-250-66Z", t.light) +
        repeat(21, (i) =>
          path(`M${-246 + i * 24}-14h14l-3 ${130 + Math.round(Math.sin((i / 20) * 3.14) * 40)}q-4 8-8 0Z`, t.base),
        ) +
        repeat(5, (i) => circle(-120 + i * 60, -62, 12, t.accent) + circle(-120 + i * 60, -62, 5, CREAM)),
    ),
  perfume: (t, seed) =>
    rect(-46, -262, 92, 96, 16, GOLD) +
    rect(-46, -262, 34, 96, 14, "#f2cf78") +
    rect(-60, -176, 120, 30, 8, "#b9822b") +
    path("M-100-146H100Q190-120 190-10V160Q190 230 110 230H-110Q-190 230-190 160V-10Q-190-120-100-146Z", t.pale) +
    path("M-168-10H168V156Q168 208 106 208H-106Q-168 208-168 156Z", t.base) +
    path("M60-10H168V156Q168 208 106 208H60Z", t.dark) +
    rect(-84, 10, 168, 150, 16, CREAM) +
    emblem(0, 84, 56, t.base, GOLD, seed) +
    withOpacity(0.6, rect(-150, -100, 20, 70, 10, CREAM)),
} satisfies Record<string, Drawing>
