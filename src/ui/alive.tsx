"use client"

import { useEffect } from "react"
import { ALIVE } from "@/ui/early"

/** Announces that the page is hydrated. It must be the last component, after everything that is hydrated. */
export const Alive = () => {
  useEffect(() => {
    document.dispatchEvent(new Event(ALIVE))
  }, [])
  return null
}
