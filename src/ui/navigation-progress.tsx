"use client"

import { useTranslations } from "next-intl"
import { useEffect } from "react"
import { announceNavigation } from "@/ui/navigation-event"
import { usePendingNavigation } from "@/ui/use-pending-navigation"

/** The URL that a click opens as a new document in this window; null if it opens none. */
function openedByClick(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null
  if (!link?.href || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  if (link.target !== "" && link.target !== "_self") return null
  if (link.hasAttribute("download") || !link.protocol.startsWith("http")) return null
  const samePage = link.pathname === window.location.pathname && link.search === window.location.search
  return samePage && link.hash !== "" ? null : link.href
}

/** A bar at the top while a page is being opened, by the router or as a new document. */
export function NavigationProgress() {
  const t = useTranslations("Common")
  const pending = usePendingNavigation()

  useEffect(() => {
    const listeners = new AbortController()
    // These see an event after the components, which prevent what they handle themselves.
    const listen = <Type extends "click" | "submit">(
      type: Type,
      handler: (event: WindowEventMap[Type]) => void,
    ): void =>
      window.addEventListener(type, (event) => !event.defaultPrevented && handler(event), { signal: listeners.signal })
    listen("click", (event) => {
      const url = openedByClick(event)
      if (url !== null) announceNavigation(url)
    })
    listen("submit", ({ target }) => {
      if (target instanceof HTMLFormElement && target.method !== "dialog") announceNavigation("?submitted")
    })
    return () => listeners.abort()
  }, [])

  return pending === null ? null : (
    <div role="progressbar" aria-label={t("loading")} className="fixed inset-x-0 top-0 z-50 h-1 overflow-hidden">
      <div className="progress-bar h-full bg-accent" />
    </div>
  )
}
