// The navigation is on every page of the portal and loads no hooks, so the page that reads the account's store tells it.

const MEMBERSHIP_EVENT = "haat:membership"

/** Announces whether the account is a member of a store. */
export function announceMembership(member: boolean): void {
  window.dispatchEvent(new CustomEvent(MEMBERSHIP_EVENT, { detail: member }))
}

/** Calls back when a page has read whether the account is a member of a store. @returns ends it */
export function onMembership(callback: (member: boolean) => void): () => void {
  const listen = (event: Event): void => {
    if (event instanceof CustomEvent && typeof event.detail === "boolean") callback(event.detail)
  }
  window.addEventListener(MEMBERSHIP_EVENT, listen)
  return () => window.removeEventListener(MEMBERSHIP_EVENT, listen)
}
