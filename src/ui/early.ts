/** The event that the document receives when the page is hydrated. */
export const ALIVE = "haat:alive"

/**
 * Records input, choices and clicks before hydration, and replays them afterwards. Until then nothing handles a click,
 * and React adopts a field's value without telling any component.
 * Links and forms with an action work by themselves and are ignored, except a form that must be sent only once
 * (data-once): a second submission would replace the first one's response. The function is inlined in the page as source,
 * ahead of everything else, so it must not refer to anything outside.
 */
export const holdEarly = (alive: string): void => {
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
  const fields = new Map<Field, string>()
  // Keyed by the target: several clicks while nothing happens count as one.
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
    // Replays the field that was changed last at the end.
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
    if (form instanceof HTMLFormElement && (!form.hasAttribute("action") || form.hasAttribute("data-once")))
      keep(event, form, () => form.requestSubmit(submitter))
  })

  const tell = (field: Field, held: string): void => {
    if (field === composing) {
      // Text that an input method is still composing must not be touched.
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
      // React remembers a value that is set through the element's own property, and treats one set past it as typed.
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
  // After React has finished its current work.
  document.addEventListener(alive, () => queueMicrotask(again), { once: true })
}
