const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`

// RFC 9110, section 5.6.7: the preferred form, and two obsolete ones that a recipient must accept.
const FORMS = [
  new RegExp(String.raw`^\w{3}, (?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) ${TIME} GMT$`),
  new RegExp(String.raw`^\w{6,9}, (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) ${TIME} GMT$`),
  new RegExp(String.raw`^\w{3} (?<month>\w{3}) (?<day>[ \d]\d) ${TIME} (?<year>\d{4})$`),
]

/** Parses an HTTP date in any of its three forms; null if it is invalid. */
export function parseHttpDate(text: string, now = new Date()): Date | null {
  const parts = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (!parts) return null
  const { day, month = "", year = "", hour, minute, second } = parts
  const date = new Date(
    Date.UTC(fullYear(year, now), MONTHS.indexOf(month), Number(day), Number(hour), Number(minute), Number(second)),
  )
  const isDay = MONTHS.includes(month) && date.getUTCDate() === Number(day)
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60
  return isDay && isTime ? date : null
}

// A two-digit year more than 50 years in the future means the most recent past year with those digits.
function fullYear(year: string, now: Date): number {
  if (year.length === 4) return Number(year)
  const thisYear = now.getUTCFullYear()
  const inThisCentury = thisYear - (thisYear % 100) + Number(year)
  return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury
}
