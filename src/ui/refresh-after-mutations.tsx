"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { mutationCount } from "@/ui/mutation-count"

/** Per rendering of the server: how many changes had been made when it was first shown. */
const countAtRender = new Map<string, number>()

/**
 * Refreshes a page when its reader returns to it after a change, because the browser's history keeps its old state.
 * Pages with tRPC's hooks do not need it.
 * @param rendering a new value each time the server renders the page
 */
export function RefreshAfterMutations({ rendering: renderId }: { rendering: string }) {
  const router = useRouter()
  useEffect(() => {
    const before = countAtRender.get(renderId)
    if (before === undefined) countAtRender.set(renderId, mutationCount())
    else if (before < mutationCount()) router.refresh()
  }, [renderId, router])
  return null
}
