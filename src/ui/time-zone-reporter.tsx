"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { YEAR_SECONDS } from "@/domain/time-units"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { TIME_ZONE_COOKIE } from "@/i18n/time-zone-cookie"

/** Browsers still use the old name of India's zone. */
const RENAMED_ZONES: Record<string, string> = { "Asia/Calcutta": "Asia/Kolkata", "Asia/Katmandu": "Asia/Kathmandu" }

interface TimeZoneReporterProps {
  /** The time zone in which the page shows times; undefined if it shows none. */
  timeZone?: ViewerTimeZone
}

/** Reports the reader's time zone to the server, and refreshes a page that shows times in another zone. */
export function TimeZoneReporter({ timeZone }: TimeZoneReporterProps) {
  const router = useRouter()
  const showsTimes = timeZone !== undefined
  const known = timeZone?.detected === true ? timeZone.zone : null
  useEffect(() => {
    const reported = Intl.DateTimeFormat().resolvedOptions().timeZone
    const zone = RENAMED_ZONES[reported] ?? reported
    if (zone === known) return
    document.cookie = `${TIME_ZONE_COOKIE}=${zone}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
    // Without cookies the page would refresh for ever.
    if (showsTimes && document.cookie.includes(`${TIME_ZONE_COOKIE}=${zone}`)) router.refresh()
  }, [known, showsTimes, router])
  return null
}
