/** What the document is told when the page has come to life. */
export const ALIVE = "haat:alive"

/**
 * Keeps what is typed, chosen and pressed before the page has come to life, and does it again once it has: until then nobody hears
 * a press, and React shows what it finds in a field without telling any component of it. Links and forms with an action work by
 * themselves and are left alone. Stands in the page as its own source, ahead of everything: it can use nothing from outside.
 */
export const holdEarly = (alive: string): void => {
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
  const fields = new Map<Field, string>()
  // By what is pressed: pressing twice while nothing happens is meant once.
  const presses = new Map<HTMLElement, () => void>()
  const ears = new AbortController()
  let composing: Field | null = null

  const isField = (target: EventTarget | null): target is Field =>
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  const isTicked = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio"

  const keep = (event: Event, element: HTMLElement, again: () => void): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
    presses.set(element, again)
  }
  const hear = (type: string, heard: (event: Event) => void): void =>
    window.addEventListener(type, heard, { capture: true, signal: ears.signal })

  const changed = (event: Event): void => {
    const { target } = event
    if (!isField(target)) return
    event.stopImmediatePropagation()
    composing = (event as InputEvent).isComposing ? target : null
    // The last one chosen comes last.
    fields.delete(target)
    fields.set(target, isTicked(target) ? String(target.checked) : target.value)
  }
  hear("input", changed)
  hear("change", changed)
  hear("compositionend", () => (composing = null))
  hear("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null
    if (button?.type === "button") keep(event, button, () => button.click())
  })
  hear("submit", (event) => {
    const { target: form, submitter } = event as SubmitEvent
    if (form instanceof HTMLFormElement && !form.hasAttribute("action"))
      keep(event, form, () => form.requestSubmit(submitter))
  })

  const tell = (field: Field, held: string): void => {
    if (field === composing) {
      // A word that is still being put together stays as it is.
      field.addEventListener("compositionend", () => tell(field, field.value), { once: true })
      composing = null
    } else if (field instanceof HTMLSelectElement) {
      field.value = held
      field.dispatchEvent(new Event("change", { bubbles: true }))
    } else if (isTicked(field)) {
      field.checked = held !== "true"
      field.click()
    } else if (field.type === "file") {
      field.dispatchEvent(new Event("change", { bubbles: true }))
    } else {
      const { selectionStart, selectionEnd } = field
      // React takes note of what is written by the element's own setter, and hears of what is written past it as of what is typed.
      field.value = field.defaultValue
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, "value")?.set?.call(field, held)
      if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
      field.dispatchEvent(new Event("input", { bubbles: true }))
    }
  }

  const again = (): void => {
    ears.abort()
    for (const [field, held] of fields) if (field.isConnected) tell(field, held)
    for (const [element, press] of presses) if (element.isConnected) press()
  }
  // Once React has put down what it has in its hands.
  document.addEventListener(alive, () => queueMicrotask(again), { once: true })
}
