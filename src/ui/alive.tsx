"use client"

import { useEffect } from "react"
import { ALIVE } from "@/ui/early"

/** Tells that the page has come to life. Stands last, after all that comes to life with it. */
export const Alive = () => {
  useEffect(() => {
    document.dispatchEvent(new Event(ALIVE))
  }, [])
  return null
}
