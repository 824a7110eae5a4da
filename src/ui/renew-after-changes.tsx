"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { changesMade } from "@/ui/changes"

/** Per rendering of the server: how many changes had been made when it was first shown. */
const shownAfter = new Map<string, number>()

/**
 * Refreshes a page when its reader returns to it after a change, because the browser's history keeps its old state.
 * Pages with tRPC's hooks do not need it.
 * @param rendering a new value each time the server renders the page
 */
export function RenewAfterChanges({ rendering }: { rendering: string }) {
  const router = useRouter()
  useEffect(() => {
    const before = shownAfter.get(rendering)
    if (before === undefined) shownAfter.set(rendering, changesMade())
    else if (before < changesMade()) router.refresh()
  }, [rendering, router])
  return null
}
