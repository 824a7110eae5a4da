import type { Page } from "@playwright/test"

/**
 * Where the texts of these kinds are, as far as it decides whether axe can judge their contrast: how large each is, what
 * its ancestors cut off, and which other elements lie over, in or behind it, and where. The page keeps the texts by their
 * kinds, as inspect() found them.
 */
export async function placesOf(page: Page, kinds: string[]): Promise<string[][]> {
  if (kinds.length === 0) return []
  return page.evaluate((asked) => {
    // A document that has replaced the inspected one has no texts of these kinds.
    const { textsByKind = new Map<string, Element[]>() } = window as { textsByKind?: Map<string, Element[]> }
    const nameOf = (element: Element): string => `${element.localName}.${element.getAttribute("class") ?? ""}`
    const rounded = (...lengths: number[]): string => lengths.map((length) => length.toFixed(1)).join()
    const others = [...document.querySelectorAll("body *")]
      .filter((element) => element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
    const placeOf = (text: Element): string => {
      const { left, top, right, bottom, width, height } = text.getBoundingClientRect()
      const input = text.querySelector("input")
      const over = input?.getBoundingClientRect()
      // axe judges no label that its own input covers, whatever else is around.
      if (input && over && over.left <= left && over.top <= top && over.right >= right && over.bottom >= bottom)
        return `covered by its ${nameOf(input)}`
      const parts = [rounded(width, height)]
      for (const { element, box } of others) {
        if (element === text) continue
        if (element.contains(text)) {
          if (getComputedStyle(element).overflow === "visible") continue
          const cut = [box.left - left, box.top - top, right - box.right, bottom - box.bottom]
          if (Math.max(...cut) > 0)
            parts.push(`${nameOf(element)} cuts ${rounded(...cut.map((by) => Math.max(0, by)))}`)
        } else if (box.left < right && left < box.right && box.top < bottom && top < box.bottom) {
          parts.push(`${nameOf(element)} ${rounded(box.left - left, box.top - top, box.width, box.height)}`)
        }
      }
      return parts.join("; ")
    }
    return asked.map((kind) =>
      // The page may have rendered others since.
      (textsByKind.get(kind) ?? []).filter((text) => text.isConnected).map((text) => `${kind} ${placeOf(text)}`),
    )
  }, kinds)
}
