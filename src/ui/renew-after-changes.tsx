"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { changesMade } from "@/ui/changes"

/** By what the server has rendered: how many changes had been made when it was shown first. */
const shownAfter = new Map<string, number>()

/**
 * Asks for a page anew when its reader comes back to it after a change: the browser's history keeps it as it was. Pages that read by
 * tRPC's hooks need none.
 * @param rendering another one each time the server renders the page
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
