"use client"

import { useTranslations } from "next-intl"
import { useEffect, useState, useSyncExternalStore } from "react"

function subscribe(callback: () => void): () => void {
  const listeners = new AbortController()
  for (const type of ["online", "offline"] as const)
    window.addEventListener(type, callback, { signal: listeners.signal })
  return () => listeners.abort()
}

/** Says that there is no connection, and keeps the page: the browser would show its own error instead of it. */
export function OfflineNotice() {
  const t = useTranslations("Common")
  const offline = useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
  const [attempts, setAttempts] = useState(0)

  useEffect(() => {
    if (!offline) return
    const keepPage = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null
      if (!(link instanceof HTMLAnchorElement) || !link.protocol.startsWith("http") || link.hasAttribute("download"))
        return
      if (link.pathname === window.location.pathname && link.hash !== "") return
      event.preventDefault()
      event.stopPropagation()
      setAttempts((count) => count + 1)
    }
    window.addEventListener("click", keepPage, { capture: true })
    return () => window.removeEventListener("click", keepPage, { capture: true })
  }, [offline])

  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-50 grid justify-items-center px-4">
      {offline && (
        // A new element is read out again.
        <p
          key={attempts}
          className="rounded-xl border border-line-strong bg-marigold-soft px-4 py-2.5 text-sm font-medium text-marigold-ink shadow-card"
        >
          {t("offline")}
        </p>
      )}
    </div>
  )
}
