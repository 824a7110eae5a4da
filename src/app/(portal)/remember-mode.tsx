"use client"

import { useSearchParams } from "next/navigation"
import { useEffect } from "react"
import { MODE_COOKIE } from "@/app/(portal)/mode"

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Stores the mode of the URL, for pages that are opened without one. */
export const RememberMode = () => {
  const mode = useSearchParams().get("mode")
  useEffect(() => {
    if (mode === "live" || mode === "test")
      document.cookie = `${MODE_COOKIE}=${mode}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  }, [mode])
  return null
}
