"use client"

import { useEffect } from "react"

/** Moves the focus to the search of the documentation on "/", except while something is typed elsewhere. */
export function SearchShortcut() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return
      const { activeElement } = document
      if (
        activeElement instanceof HTMLElement &&
        (activeElement.isContentEditable || activeElement.matches("input, textarea, select"))
      )
        return
      if (document.querySelector("dialog[open]")) return
      const field = document.querySelector<HTMLInputElement>('form[role="search"] input[type="search"]')
      if (!field) return
      event.preventDefault()
      field.focus()
      field.select()
    }
    window.addEventListener("keydown", onKeyDown)
    return () => window.removeEventListener("keydown", onKeyDown)
  }, [])
  return null
}
