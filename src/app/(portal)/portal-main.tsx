"use client"

import { usePathname } from "next/navigation"
import { type ReactNode, useEffect, useState } from "react"
import { type PageKind, Skeleton } from "@/ui/skeleton"
import { usePendingNavigation } from "@/ui/use-pending-navigation"

/** A page that arrives sooner replaces the old one directly, without a flash of its skeleton. */
const SKELETON_AFTER_MS = 200

const COLUMN = "grid min-w-0 grid-cols-1 content-start gap-6"

function kindOf(path: string): PageKind {
  if (path === "/overview") return "charts"
  return /^\/(?:settings|keys\/|apps\/|webhooks\/|orders\/|staff\/\w+\/|store\/open)/.test(path) ? "object" : "list"
}

function useIsAfter(active: boolean, milliseconds: number): boolean {
  const [after, setAfter] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setAfter(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setAfter(false)
    }
  }, [active, milliseconds])
  return active && after
}

/**
 * The portal's content. While another page is on its way, a skeleton stands for it; while the same page is, with other
 * filters, it is dimmed. It is done here and not in loading.tsx, which would also hide a page that is opened as a
 * document from readers without scripts, and its status with it.
 */
export function PortalMain({ children }: { children: ReactNode }) {
  const path = usePathname()
  const pending = usePendingNavigation()
  const waits = useIsAfter(pending !== null, SKELETON_AFTER_MS)
  const isOther = pending !== null && pending.pathname !== path
  return (
    <main
      id="content"
      aria-busy={pending !== null || undefined}
      className={`${COLUMN} pt-4 pb-16 transition-opacity lg:pt-4 ${waits && !isOther ? "opacity-60" : ""}`}
    >
      {waits && isOther && <Skeleton kind={kindOf(pending.pathname)} />}
      <div className={waits && isOther ? "hidden" : COLUMN}>{children}</div>
    </main>
  )
}
