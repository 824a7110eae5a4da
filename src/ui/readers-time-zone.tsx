"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import type { Clock } from "@/domain/time-zone"
import { TIME_ZONE_COOKIE } from "@/i18n/time-zone-cookie"

const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Browsers go on calling India's zone by its old name. */
const NAMES: Record<string, string> = { "Asia/Calcutta": "Asia/Kolkata", "Asia/Katmandu": "Asia/Kathmandu" }

interface ReadersTimeZoneProps {
  /** By which the page tells moments; none where it tells none. */
  clock?: Clock
}

/** Tells the server in which time zone the reader is; the page is made again when it told moments by another clock. */
export const ReadersTimeZone = ({ clock }: ReadersTimeZoneProps) => {
  const router = useRouter()
  const tells = clock !== undefined
  const known = clock?.told === true ? clock.zone : null
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const zone = NAMES[timeZone] ?? timeZone
    if (zone === known) return
    document.cookie = `${TIME_ZONE_COOKIE}=${zone}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
    // A browser that keeps no cookies would ask for ever.
    if (tells && document.cookie.includes(`${TIME_ZONE_COOKIE}=${zone}`)) router.refresh()
  }, [known, tells, router])
  return null
}
