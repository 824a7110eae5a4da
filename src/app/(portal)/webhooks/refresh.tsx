"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"

/** Brings the page up to date now and then, for as long as it is looked at. @param every in seconds */
export const Refresh = ({ every }: { every: number }) => {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh()
    }, every * 1000)
    return () => clearInterval(timer)
  }, [router, every])
  return null
}
