import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { expect, type Page } from "@playwright/test"
import type { AxeResults, ElementContext, RunOptions } from "axe-core"
import { inspect } from "./page-inspection"
import { structureOf } from "./page-structure"
import { findSuspects } from "./page-suspects"
import { placesOf } from "./text-places"
import { keepPassed, notPassed } from "./passed-checks"

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

// axe would load media first, and describe where each element is. It cannot look into the frame of an email, which runs no
// scripts, and its attempt is an error in the console.
const AXE_OPTIONS: RunOptions = { resultTypes: ["violations"], preload: false, selectors: false, iframes: false }
const COLOUR_RULES = ["color-contrast", "link-in-text-block"]
const COLOUR_OPTIONS: RunOptions = {
  ...AXE_OPTIONS,
  runOnly: COLOUR_RULES,
  resultTypes: ["violations", "passes"],
  elementRef: true,
}
const LAYOUT_RULES = ["target-size", "scrollable-region-focusable"]
const LAYOUT_OPTIONS: RunOptions = { ...AXE_OPTIONS, runOnly: LAYOUT_RULES }
/** These compare words with each other, such as the names of two landmarks. */
const WORD_RULES = [
  "frame-title-unique",
  "image-redundant-alt",
  "label-content-name-mismatch",
  "landmark-unique",
  "table-duplicate-name",
]
const WORD_OPTIONS: RunOptions = { ...AXE_OPTIONS, runOnly: WORD_RULES }
/** All rules but those of colours and of layout. */
const TEXT_OPTIONS: RunOptions = {
  ...AXE_OPTIONS,
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: Object.fromEntries([...COLOUR_RULES, ...LAYOUT_RULES].map((rule) => [rule, { enabled: false }])),
}

const WIDTHS = [1280, 320] as const
const COLOUR_SCHEMES = ["light", "dark"] as const

interface CheckOptions {
  /** Selectors of the parts to check; without them the whole page. */
  within?: string[]
  /** A name for the finding. */
  of?: string
}

/**
 * Checks the current page at 320 and 1280 px, light and dark: no violation of WCAG 2.2 AA, no horizontal scrolling.
 * What must have the same answer is checked once:
 * - Most rules depend on which elements are rendered, not on where. If both widths render the same ones, only the rules
 *   of layout are checked at the second width.
 * - Most rules ask whether a text or a name is there, not what it says. Of a page whose structure has passed at this
 *   width, as most pages have in another language, only the rules that compare words, and those of layout, are checked.
 * - The rules of layout and of words are asked only about what they could object to (findSuspects).
 * - The contrast of a text depends on its colour, size and weight and on what is behind it. A text that agrees in these
 *   and in its classes with a text that has passed, on any page in any language, is not checked again. Nor is one that
 *   axe could not judge, such as a part of a text that scrolls, where the same elements cover it and cut it off.
 * - Only colours differ between light and dark. In other languages than English, a page whose every text is known in
 *   light is known in dark, where the English page has passed.
 */
export async function expectAccessible(page: Page, options: CheckOptions = {}): Promise<void> {
  return expect.soft(await findBarriers(page, options), options.of ?? page.url()).toEqual([])
}

/** What expectAccessible() objects to, each with the width and the colours. */
export async function findBarriers(page: Page, { within }: CheckOptions = {}): Promise<string[]> {
  const barriers: string[] = []
  let renderedBefore = ""
  for (const width of WIDTHS) {
    let darkKnown = false
    for (const colorScheme of COLOUR_SCHEMES) {
      if (colorScheme === "dark" && darkKnown) continue
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      if (page.viewportSize()?.width !== width) {
        await page.setViewportSize({ width, height: 800 })
        // What follows the window's width does so in the next frame.
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      }
      const add = (found: string[]): void =>
        void barriers.push(...found.map((each) => `${width} px, ${colorScheme}: ${each}`))
      const { language, rendered, kinds, overflows, unnamedDialogs, nativelyValidated } = await inspect(page, within)
      if (colorScheme === "light") {
        const { elements, words } = await findSuspects(page, within)
        add(await layoutViolations(page, elements))
        if (rendered !== renderedBefore) add(await textViolations(page, within, width, words))
        add(unnamedDialogs.map((dialog) => `dialog without a name: ${dialog}`))
        add(nativelyValidated.map((form) => `left to the browser's words: ${form}`))
        renderedBefore = rendered
      }
      if (Math.max(...overflows) > 0) add(["scrolls sideways"])
      const unknown = await judgeable(page, notPassed(kinds))
      darkKnown = language !== "en" && unknown.length === 0
      if (unknown.length === 0) continue
      const { found, passed } = await colourViolations(page, unknown)
      add(found)
      keepPassed(passed)
      const notJudged = unknown.filter((kind) => !passed.includes(kind))
      if (found.length === 0) keepPassed((await placesOf(page, notJudged)).flat().map(unjudged))
    }
  }
  return barriers
}

/** Lets axe judge what has not passed yet: the page's structure, or its words. */
async function textViolations(
  page: Page,
  within: string[] | undefined,
  width: number,
  words: string[],
): Promise<string[]> {
  const structure = `${width} ${within?.join()} ${await structureOf(page)}`
  const isKnown = notPassed([structure]).length === 0
  const judged = isKnown ? words : [structure, ...words]
  if (notPassed(judged).length === 0) return []
  const found = await violations(page, within, isKnown ? WORD_OPTIONS : TEXT_OPTIONS)
  if (found.length === 0) keepPassed(judged)
  return found
}

interface AxeWindow {
  axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> }
  suspects: Map<string, Element[]>
  textsByKind: Map<string, Element[]>
}

async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE)
}

async function violations(page: Page, within: string[] | undefined, rules: RunOptions): Promise<string[]> {
  await loadAxe(page)
  return page.evaluate(
    async ([context, options]) => {
      const { axe } = window as unknown as AxeWindow
      const { violations: found } = await axe.run(context ? { include: context } : document, options)
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
    },
    [within, rules] as const,
  )
}

/** Lets axe's rules of layout judge the suspects of these descriptions. */
async function layoutViolations(page: Page, suspects: string[]): Promise<string[]> {
  const unknown = notPassed(suspects)
  if (unknown.length === 0) return []
  await loadAxe(page)
  const found = await page.evaluate(
    async ([descriptions, options]) => {
      const { axe, suspects: elements } = window as unknown as AxeWindow
      // The page may have rendered others since.
      const include = descriptions.flatMap((each) => elements.get(each) ?? []).filter((each) => each.isConnected)
      if (include.length === 0) return []
      const { violations: objections } = await axe.run({ include }, options)
      return objections.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
    },
    [unknown, LAYOUT_OPTIONS] as const,
  )
  if (found.length === 0) keepPassed(unknown)
  return found
}

function unjudged(place: string): string {
  return `not judged: ${place}`
}

/** Those of these kinds with a text in a place in which axe has not yet been unable to judge one of the kind. */
async function judgeable(page: Page, kinds: string[]): Promise<string[]> {
  const places = await placesOf(page, kinds)
  return kinds.filter((_, at) => notPassed((places[at] ?? []).map(unjudged)).length > 0)
}

/** Checks the colours of the texts of these kinds. Kinds of which axe could judge no text have not passed. */
async function colourViolations(page: Page, kinds: string[]): Promise<{ found: string[]; passed: string[] }> {
  await loadAxe(page)
  return page.evaluate(
    async ([kindsToCheck, options]) => {
      const { axe, textsByKind } = window as unknown as AxeWindow
      // The page may have rendered others since.
      const textsOf = (kind: string): Element[] => (textsByKind.get(kind) ?? []).filter((text) => text.isConnected)
      const include = kindsToCheck.flatMap(textsOf)
      if (include.length === 0) return { found: [], passed: [] }
      const { violations: found, passes } = await axe.run({ include }, options)
      const passed = new Set(passes.flatMap(({ nodes }) => nodes.map(({ element }) => element)))
      return {
        found: found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
        passed: kindsToCheck.filter((kind) => textsOf(kind).some((text) => passed.has(text as HTMLElement))),
      }
    },
    [kinds, COLOUR_OPTIONS] as const,
  )
}

// A menu is the same on every page.
const COLLAPSED = "main details:not(:has(nav))"

/**
 * Unfolds what is in the main part of the page, and checks it. Of a group, such as the menus of a toolbar, one is open
 * at a time.
 */
export async function expectExpandedAccessible(page: Page): Promise<void> {
  const rounds = await page.evaluate((selector) => {
    const sizes = new Map<string, number>()
    for (const details of document.querySelectorAll<HTMLDetailsElement>(`${selector}:not([open])`)) {
      const group = details.getAttribute("name")
      const place = group === null ? 0 : (sizes.get(group) ?? 0)
      if (group !== null) sizes.set(group, place + 1)
      details.dataset.round = String(place)
    }
    return Math.max(0, ...sizes.values(), document.querySelectorAll("[data-round]").length > 0 ? 1 : 0)
  }, COLLAPSED)
  for (let round = 0; round < rounds; round++) {
    await page.evaluate((place) => {
      for (const details of document.querySelectorAll<HTMLDetailsElement>(`[data-round="${place}"]`))
        details.open = true
    }, round)
    await expectAccessible(page, { within: [COLLAPSED], of: `${page.url()}, unfolded` })
  }
}
