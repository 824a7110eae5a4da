import type { Page } from "@playwright/test"

/** What axe's rules of layout and of words could object to. axe judges it; the same again need not be judged again. */
export interface Suspects {
  /** Descriptions of elements; the page keeps the elements themselves, by these, as `suspects`. */
  elements: string[]
  /** What has words that a rule compares. */
  words: string[]
}

/**
 * Finds what these rules could object to, because axe needs more time for them than for all others:
 * - target-size objects to a target only if it is smaller than 24 px and another one is within 24 px, or if another one
 *   overlaps it. Its size, and how the others lie around it, decide.
 * - scrollable-region-focusable objects only to an element that scrolls by 13 px or more, and has no focus inside.
 * - label-content-name-mismatch objects only to a name that does not contain the text that is seen.
 * - landmark-unique and frame-title-unique object only to two landmarks or frames of the same kind and name.
 * - image-redundant-alt and table-duplicate-name need a picture or a table with words of its own.
 */
export function findSuspects(page: Page, within: string[] = ["body"]): Promise<Suspects> {
  return page.evaluate((selectors) => {
    const MIN_SIZE = 24
    const MIN_SCROLL = 13
    const LANDMARKS =
      "aside, footer, form, header, main, nav, section, [role=banner], [role=complementary], [role=contentinfo], [role=form], [role=main], [role=navigation], [role=region], [role=search]"
    // What can be focused and has the role of a widget.
    const TARGETS =
      "a[href], area[href], button, input, select, textarea, :is([tabindex], [contenteditable], summary)[role]"
    const FOCUS = ":is(a[href], button, input, select, textarea, [tabindex='0']):not(:disabled, [tabindex='-1'])"
    const isVisible = (element: Element): boolean =>
      element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })
    const isWithin = (element: Element): boolean => element.closest(selectors.join()) !== null
    const suspects = new Map<string, Element[]>()
    const suspect = (description: string, element: Element): void => {
      if (isWithin(element)) suspects.set(description, [...(suspects.get(description) ?? []), element])
    }

    const targets = [...document.querySelectorAll(TARGETS)]
      .filter((element) => isVisible(element))
      .map((element) => ({ element, rect: element.getBoundingClientRect() }))
    const areCloser = (one: DOMRect, other: DOMRect, distance: number): boolean =>
      one.left - distance < other.right &&
      other.left < one.right + distance &&
      one.top - distance < other.bottom &&
      other.top < one.bottom + distance
    const nameOf = (element: Element): string => `${element.localName}.${element.getAttribute("class") ?? ""}`
    const sizeOf = (rect: DOMRect, from: DOMRect): string =>
      [rect.left - from.left, rect.top - from.top, rect.width, rect.height].map((length) => length.toFixed(1)).join()
    for (const { element, rect } of targets) {
      const distance = Math.min(rect.width, rect.height) < MIN_SIZE ? MIN_SIZE : 0
      const near = targets.filter((other) => other.element !== element && areCloser(rect, other.rect, distance))
      if (near.length === 0) continue
      const top = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2)
      const cover = top === null || element.contains(top) ? "" : nameOf(top)
      const around = near.map((other) => `${nameOf(other.element)} ${sizeOf(other.rect, rect)}`)
      suspect([nameOf(element), sizeOf(rect, rect), cover, ...around].join("; "), element)
    }
    for (const element of document.querySelectorAll("body *:not(select, textarea)")) {
      const scrolls =
        element.scrollWidth - element.clientWidth >= MIN_SCROLL ||
        element.scrollHeight - element.clientHeight >= MIN_SCROLL
      if (!scrolls || !isVisible(element) || element.matches(FOCUS)) continue
      const { overflowX, overflowY } = getComputedStyle(element)
      if (/auto|scroll/.test(`${overflowX} ${overflowY}`) && ![...element.querySelectorAll(FOCUS)].some(isVisible))
        suspect(`${nameOf(element)} scrolls`, element)
    }

    const words: string[] = []
    const suspectWords = (element: Element, description: string): void => {
      if (isWithin(element)) words.push(description)
    }
    const clean = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim()
    const labelOf = (element: Element): string => {
      const ids = element.getAttribute("aria-labelledby")?.split(/\s+/) ?? []
      const texts = ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ")
      return clean(texts) || clean(element.getAttribute("aria-label") ?? "")
    }
    for (const element of document.querySelectorAll(":is([aria-label], [aria-labelledby])")) {
      if (!element.matches("a, button, summary, option, td, th, [role]") || !isVisible(element)) continue
      const [label, text] = [labelOf(element), clean(element instanceof HTMLElement ? element.innerText : "")]
      if (label === "" || text === "") continue
      if (!` ${label} `.includes(` ${text} `) || element.querySelector(".sr-only"))
        suspectWords(element, `${element.localName} ${element.getAttribute("role") ?? ""}: ${label}: ${text}`)
    }
    const named = new Set<string>()
    for (const element of document.querySelectorAll(`${LANDMARKS}, iframe`)) {
      if (!isVisible(element)) continue
      const kind = element.getAttribute("role") ?? element.localName
      const label = labelOf(element) || clean(element.getAttribute("title") ?? "")
      // Without a name, these are no landmarks.
      if (label === "" && /^(?:form|region|section)$/.test(kind)) continue
      if (named.has(`${kind} ${label}`)) suspectWords(element, `another ${nameOf(element)}: ${label}`)
      named.add(`${kind} ${label}`)
    }
    const WORDED = "img:not([alt='']), :is(svg, [role=img])[aria-label], table[summary]"
    for (const element of document.querySelectorAll(WORDED)) {
      const around = clean(element.closest("button, [role=button], a[href], p, li, td, th")?.textContent ?? "")
      if (isVisible(element))
        suspectWords(element, `${nameOf(element)}: ${element.outerHTML.slice(0, 300)} in ${around}`)
    }
    Object.assign(window, { suspects })
    return { elements: [...suspects.keys()], words }
  }, within)
}
