"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { TIME_ZONE_COOKIE } from "@/i18n/time-zone-cookie"

const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Browsers go on calling India's zone by its old name. */
const NAMES: Record<string, string> = { "Asia/Calcutta": "Asia/Kolkata", "Asia/Katmandu": "Asia/Kathmandu" }

/** Tells the server in which time zone the reader is; the page is made again when it took them to be in another. */
export const ReadersTimeZone = ({ known }: { known: string }) => {
  const router = useRouter()
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const zone = NAMES[timeZone] ?? timeZone
    if (zone === known) return
    document.cookie = `${TIME_ZONE_COOKIE}=${zone}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
    // A browser that keeps no cookies would ask for ever.
    if (document.cookie.includes(`${TIME_ZONE_COOKIE}=${zone}`)) router.refresh()
  }, [known, router])
  return null
}
