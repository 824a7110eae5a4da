const DURATION = /^P(?=.)(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/
const UNIT_SECONDS = [604_800, 86_400, 3_600, 60, 1]

/**
 * Parses an ISO 8601 duration of whole weeks, days, hours, minutes and seconds. Years and months have no fixed length.
 * @returns seconds; null if it is not such a duration
 */
export function parseDuration(text: string): number | null {
  const match = DURATION.exec(text)
  if (!match) return null
  return UNIT_SECONDS.reduce((seconds, unit, index) => seconds + unit * Number(match[index + 1] ?? 0), 0)
}
