/** The event that the document receives when the page is hydrated. */
export const HYDRATED_EVENT = "haat:hydrated"

/**
 * Records input, choices, clicks and the shortcuts of searches before hydration, and replays them afterwards. Until then nothing handles a click,
 * and React adopts a field's value without telling any component.
 * Links and forms with an action work by themselves and are ignored, except a form that must be sent only once
 * (data-once): a second submission would replace the first one's response. The function is inlined in the page as source,
 * ahead of everything else, so it must not refer to anything outside.
 */
export function replayEvents(hydratedEvent: string): void {
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
  const fields = new Map<Field, string>()
  // Keyed by the target: several clicks while nothing happens count as one.
  const clicks = new Map<HTMLElement, () => void>()
  const listeners = new AbortController()
  let composing: Field | null = null

  const isField = (target: EventTarget | null): target is Field =>
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  const isCheckable = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio"

  const hold = (event: Event, element: HTMLElement, replay: () => void): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
    clicks.set(element, replay)
  }
  const listen = (type: string, handler: (event: Event) => void): void =>
    window.addEventListener(type, handler, { capture: true, signal: listeners.signal })

  const onInput = (event: Event): void => {
    const { target } = event
    if (!isField(target)) return
    event.stopImmediatePropagation()
    composing = (event as InputEvent).isComposing ? target : null
    // Replays the field that was changed last at the end.
    fields.delete(target)
    fields.set(target, isCheckable(target) ? String(target.checked) : target.value)
  }
  listen("input", onInput)
  listen("change", onInput)
  listen("compositionend", () => (composing = null))
  listen("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null
    if (button?.type === "button") hold(event, button, () => button.click())
  })
  listen("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event as KeyboardEvent
    const isPlain = !ctrlKey && !metaKey
    const isShortcut = isPlain ? key === "/" && !isField(event.target) : key.toLowerCase() === "k" && !shiftKey
    if (isShortcut && !altKey)
      hold(event, document.body, () => window.dispatchEvent(new KeyboardEvent("keydown", event)))
  })
  listen("submit", (event) => {
    const { target: form, submitter } = event as SubmitEvent
    if (form instanceof HTMLFormElement && (!form.hasAttribute("action") || form.hasAttribute("data-once")))
      hold(event, form, () => form.requestSubmit(submitter))
  })

  const restoreField = (field: Field, value: string): void => {
    if (field === composing) {
      // Text that an input method is still composing must not be touched.
      field.addEventListener("compositionend", () => restoreField(field, field.value), { once: true })
      composing = null
    } else if (field instanceof HTMLSelectElement) {
      field.value = value
      field.dispatchEvent(new Event("change", { bubbles: true }))
    } else if (isCheckable(field)) {
      field.checked = value !== "true"
      field.click()
    } else if (field.type === "file") {
      field.dispatchEvent(new Event("change", { bubbles: true }))
    } else {
      const { selectionStart, selectionEnd } = field
      // React remembers a value that is set through the element's own property, and treats one set past it as typed.
      field.value = field.defaultValue
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, "value")?.set?.call(field, value)
      if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
      field.dispatchEvent(new Event("input", { bubbles: true }))
    }
  }

  const replay = (): void => {
    listeners.abort()
    for (const [field, value] of fields) if (field.isConnected) restoreField(field, value)
    for (const [element, click] of clicks) if (element.isConnected) click()
  }
  // After React has finished its current work.
  document.addEventListener(hydratedEvent, () => queueMicrotask(replay), { once: true })
}
