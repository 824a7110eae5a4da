import type { Page } from "@playwright/test"

export interface Inspection {
  language: string
  /** Which elements are rendered. */
  rendered: string
  /** The kinds of its visible texts: what determines their contrast. */
  kinds: string[]
  /** By how much the page and its dialogs scroll sideways. */
  overflows: number[]
  /** Dialogs without a name, which axe asks only of other elements in this role. */
  unnamedDialogs: string[]
  /** Forms with constraints that the browser would report in its own language. */
  nativelyValidated: string[]
}

export function inspect(page: Page, within: string[] = ["body"]): Promise<Inspection> {
  return page.evaluate((selectors) => {
    const backdrops = new Map<Element | null, string>([[null, ""]])
    /** The backgrounds from an element's own to the first opaque one. */
    const backdropOf = (element: Element | null): string => {
      const known = backdrops.get(element)
      if (known !== undefined || element === null) return known ?? ""
      const { backgroundColor, backgroundImage, opacity, filter, clipPath } = getComputedStyle(element)
      const plain = [backgroundImage, opacity, filter, clipPath].join() === "none,1,none,none"
      const own = [backgroundColor, backgroundImage, opacity, filter, clipPath].join()
      let backdrop = own
      if (!plain || !backgroundColor.startsWith("rgb(")) {
        const behind = backdropOf(element.parentElement)
        backdrop = plain && backgroundColor === "rgba(0, 0, 0, 0)" ? behind : `${own}/${behind}`
      }
      backdrops.set(element, backdrop)
      return backdrop
    }
    const hasText = (element: Element): boolean =>
      element.matches("input:not([type=checkbox], [type=radio], [type=file]), select, textarea") ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    /** What only screen readers see has no contrast, and what is disabled needs none. */
    const hasContrast = (element: Element): boolean =>
      !element.matches(":disabled, [aria-disabled=true]") && !backdropOf(element).includes("inset(50%)")
    let rendered = ""
    const textsByKind = new Map<string, Element[]>()
    for (const element of document.querySelectorAll(selectors.flatMap((each) => [each, `${each} *`]).join())) {
      const visible = element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })
      rendered += visible ? "1" : "0"
      const parent = element.parentElement
      const inText = parent !== null && hasText(parent)
      if (!visible || !(hasText(element) || (element.localName === "a" && inText)) || !hasContrast(element)) continue
      const { color, fontSize, fontWeight, textDecorationLine, textShadow, position } = getComputedStyle(element)
      const kind = [
        element.localName,
        element.getAttribute("class"),
        parent?.getAttribute("class"),
        parent && getComputedStyle(parent).color,
        inText,
        color,
        fontSize,
        fontWeight,
        textDecorationLine,
        textShadow,
        position,
        backdropOf(element),
      ].join()
      textsByKind.set(kind, [...(textsByKind.get(kind) ?? []), element])
    }
    Object.assign(window, { textsByKind })
    const boxes = [document.documentElement, ...document.querySelectorAll("dialog[open]")]
    const hasNativeConstraint = (control: Element): boolean =>
      control.matches(
        "[required], [pattern], [minlength], [type=email], [type=url], [type=number], [type=date], [type=datetime-local]",
      )
    return {
      language: document.documentElement.lang,
      rendered,
      kinds: [...textsByKind.keys()],
      overflows: boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      unnamedDialogs: [...document.querySelectorAll("dialog[open]:not([aria-label], [aria-labelledby])")].map(
        ({ outerHTML }) => outerHTML.slice(0, 200),
      ),
      nativelyValidated: [...document.forms]
        .filter((form) => !form.noValidate && [...form.elements].some(hasNativeConstraint))
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    }
  }, within)
}
