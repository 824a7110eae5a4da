import type { Page } from "@playwright/test"

/**
 * What axe's rules judge of a page, except its words and where things are: its elements with their attributes, which of
 * them are visible, and where text is. Two pages with the same structure, one with other words, get the same answer
 * from each rule that compares no words and measures no place.
 * - Of a text, and of an attribute of words (a label, an alternative), only whether it is there is kept.
 * - Of an ID, what refers to it is kept; of a reference, what it refers to. So lists of other records agree.
 * - A number is like another one, and a further copy of an element beside it changes nothing.
 */
export function structureOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const IGNORED = "script, style, link, template, noscript"
    const WORDS =
      /^(?:alt|aria-(?:braillelabel|brailleroledescription|description|label|placeholder|roledescription|valuetext)|label|placeholder|srcdoc|summary|title|value)$/
    const REFERENCES =
      /^(?:aria-(?:activedescendant|controls|describedby|details|errormessage|flowto|labelledby|owns)|for|form|headers|list)$/
    /** Attributes that no rule reads. */
    const UNREAD = /^(?:action|cite|d|datetime|nonce|src|srcset)$/
    const EXACT = /^(?:accesskey|colspan|role|rowspan|tabindex|type)$/
    /** Classes of colours and type decide what no rule but that of contrast reads. */
    const DRAWN = /^(?:[^:]+:)*-?(?:bg|border|decoration|font|leading|rounded|shadow|text|tracking)(?:-|$)|^$/
    const LANGUAGES = ["en", "hi", "mai"]
    const idsOf = (value: string): string[] => value.split(/\s+/).filter(Boolean)

    const uses = new Map<string, string[]>()
    const use = (id: string, by: string): void => void uses.set(id, [...(uses.get(id) ?? []), by])
    for (const element of document.querySelectorAll("*"))
      for (const { name, value } of element.attributes)
        if (name === "id") use(value, "id")
        else if (REFERENCES.test(name)) for (const id of idsOf(value)) use(id, name)
        else if (name === "href" && value.startsWith("#")) use(value.slice(1), name)

    const isVisible = (element: Element): boolean =>
      element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })
    const targetOf = (id: string): string => {
      const target = document.getElementById(id)
      return target ? `${target.localName} ${isVisible(target)} ${target.textContent.trim() !== ""}` : "none"
    }
    const valueOf = (element: Element, name: string, value: string): string => {
      if (name === "id") return (uses.get(value) ?? []).join()
      if (REFERENCES.test(name)) return idsOf(value).map(targetOf).join()
      if (name === "href") return value.startsWith("#") ? `#${targetOf(value.slice(1))}` : String(value !== "")
      if (name === "class")
        return value
          .split(/\s+/)
          .filter((each) => !DRAWN.test(each))
          .join(" ")
      if (name === "aria-pressed") return value === "true" || value === "false" ? "either" : value
      if (name === "lang") return LANGUAGES.includes(value) ? "one of ours" : value
      if (name === "content")
        return element.hasAttribute("http-equiv") || element.getAttribute("name") === "viewport" ? value : ""
      if (WORDS.test(name)) return String(value.trim() !== "")
      if (EXACT.test(name) || (name === "style" && value.includes("opacity"))) return value
      return value.replace(/[\d.]+/g, "0")
    }
    const attributesOf = (element: Element): string => {
      // Of a picture's parts, only their names matter.
      const isDrawing = element instanceof SVGElement && element.localName !== "svg"
      let text = ""
      for (const { name, value } of element.attributes)
        if (!UNREAD.test(name) && !(isDrawing && !/^(?:aria-.*|class|href|id|role|tabindex)$/.test(name)))
          text += ` ${name}=${valueOf(element, name, value)}`
      return text
    }
    const structure = (element: Element): string => {
      let inner = ""
      let last = ""
      for (const node of element.childNodes) {
        let part = ""
        if (node.nodeType === Node.TEXT_NODE) part = node.nodeValue?.trim() ? "t" : ""
        else if (node instanceof Element && !node.matches(IGNORED)) part = structure(node)
        if (part !== "" && part !== last) inner += part
        else if (part !== "" && !inner.endsWith("+")) inner += "+"
        if (part !== "") last = part
      }
      return `<${element.localName}${attributesOf(element)}${isVisible(element) ? "" : " -"}>${inner}</>`
    }
    return structure(document.documentElement)
  })
}
