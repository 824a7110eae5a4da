"use client"

import { useRouter } from "next/navigation"
import { useEffect, useRef } from "react"
import { lastMutationAt } from "@/ui/last-mutation"

/**
 * Refreshes a page that is older than the last change, because the browser's history and the router keep its old state.
 * The server's times are compared, since a page may be shown long after it was rendered, or be left before its scripts
 * ran. Pages with tRPC's hooks do not need it.
 * @param renderedAt when the server began to render the page, in milliseconds since 1970
 */
export function RefreshAfterMutations({ renderedAt }: { renderedAt: number }) {
  const router = useRouter()
  /** The change after which the page was refreshed: once is enough, even if the servers' clocks differ. */
  const refreshedAfter = useRef(0)

  useEffect(() => {
    const check = (): void => {
      const changedAt = lastMutationAt()
      if (changedAt <= renderedAt || changedAt === refreshedAfter.current) return
      refreshedAfter.current = changedAt
      router.refresh()
    }
    check()
    // A document that the browser had kept whole is shown again.
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) check()
    }
    window.addEventListener("pageshow", onPageShow)
    return () => window.removeEventListener("pageshow", onPageShow)
  }, [renderedAt, router])
  return null
}
