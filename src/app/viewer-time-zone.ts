import { cookies } from "next/headers"
import { cache } from "react"
import { type Clock, DEFAULT_TIME_ZONE, isTimeZone } from "@/domain/time-zone"
import { TIME_ZONE_COOKIE } from "@/i18n/time-zone-cookie"

/** The reader's time zone, as reported by their browser; see ReadersTimeZone. */
export const viewerTimeZone = cache(async (): Promise<Clock> => {
  const zone = (await cookies()).get(TIME_ZONE_COOKIE)?.value
  return zone !== undefined && isTimeZone(zone) ? { zone, told: true } : { zone: DEFAULT_TIME_ZONE, told: false }
})
