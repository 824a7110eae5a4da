import { cookies } from "next/headers"
import { cache } from "react"
import { type ViewerTimeZone, DEFAULT_TIME_ZONE, isTimeZone } from "@/domain/time-zone"
import { TIME_ZONE_COOKIE } from "@/i18n/time-zone-cookie"

/** The reader's time zone, as reported by their browser; see TimeZoneReporter. */
export const viewerTimeZone = cache(async (): Promise<ViewerTimeZone> => {
  const zone = (await cookies()).get(TIME_ZONE_COOKIE)?.value
  return zone !== undefined && isTimeZone(zone)
    ? { zone, detected: true }
    : { zone: DEFAULT_TIME_ZONE, detected: false }
})
