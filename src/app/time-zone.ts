import { cookies } from "next/headers"
import { DEFAULT_TIME_ZONE, isTimeZone } from "@/domain/time-zone"
import { TIME_ZONE_COOKIE } from "@/i18n/time-zone-cookie"

/** The reader's time zone, as their browser has told; see ReadersTimeZone. */
export const readersTimeZone = async (): Promise<string> => {
  const told = (await cookies()).get(TIME_ZONE_COOKIE)?.value
  return told !== undefined && isTimeZone(told) ? told : DEFAULT_TIME_ZONE
}
