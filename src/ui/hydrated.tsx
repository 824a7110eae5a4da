"use client"

import { useEffect } from "react"
import { HYDRATED_EVENT } from "@/ui/event-replay"

/** Announces that the page is hydrated. It must be the last component, after everything that is hydrated. */
export const Hydrated = () => {
  useEffect(() => {
    document.dispatchEvent(new Event(HYDRATED_EVENT))
  }, [])
  return null
}
