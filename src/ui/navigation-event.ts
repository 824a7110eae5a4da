// Next reports the start of a navigation to a module of its own, outside the components.

const NAVIGATION_EVENT = "haat:navigation"

/** Announces that a page is being opened. @param url absolute, or relative to the current page */
export function announceNavigation(url: string): void {
  const detail = new URL(url, window.location.href)
  // The router calls inside its transition, and what is shown of it must not wait for its end.
  queueMicrotask(() => window.dispatchEvent(new CustomEvent(NAVIGATION_EVENT, { detail })))
}

/** Calls back when a page is being opened. @returns ends it */
export function onNavigation(callback: (url: URL) => void): () => void {
  const listen = (event: Event): void => {
    if (event instanceof CustomEvent && event.detail instanceof URL) callback(event.detail)
  }
  window.addEventListener(NAVIGATION_EVENT, listen)
  return () => window.removeEventListener(NAVIGATION_EVENT, listen)
}
