import { formattingLocale, type Locale } from "@/domain/locale"

export const TIME_ZONE = "Asia/Kolkata"

// The ICU of Node and that of a browser differ in their kinds of spaces, which would make a page change between the two.
const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ")

const remembered = <Format>(make: (locale: Locale) => Format): ((locale: Locale) => Format) => {
  const made = new Map<Locale, Format>()
  return (locale) => {
    const format = made.get(locale) ?? make(locale)
    made.set(locale, format)
    return format
  }
}

const wholeRupees = remembered((locale) => new Intl.NumberFormat(formattingLocale(locale), { style: "currency", currency: "INR", maximumFractionDigits: 0 }))
const rupees = remembered((locale) => new Intl.NumberFormat(formattingLocale(locale), { style: "currency", currency: "INR" }))
const numbers = remembered((locale) => new Intl.NumberFormat(formattingLocale(locale)))
const dates = remembered((locale) => new Intl.DateTimeFormat(formattingLocale(locale), { day: "numeric", month: "short", year: "numeric", timeZone: TIME_ZONE }))
const times = remembered(
  (locale) =>
    new Intl.DateTimeFormat(formattingLocale(locale), {
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone: TIME_ZONE,
    }),
)
const relatives = remembered((locale) => new Intl.RelativeTimeFormat(formattingLocale(locale), { numeric: "auto" }))

/** An amount of paise in rupees, grouped the Indian way: ₹1,23,456, and ₹99.50 where there are paise. */
export const formatMoney = (paise: number, locale: Locale): string => plainSpaces((paise % 100 === 0 ? wholeRupees : rupees)(locale).format(paise / 100))

export const formatNumber = (value: number, locale: Locale): string => numbers(locale).format(value)

/** A day in India: 21 Nov 2026. */
export const formatDate = (at: string | Date, locale: Locale): string => plainSpaces(dates(locale).format(new Date(at)))

/** A moment in India: 21 Nov 2026, 20:17. */
export const formatTime = (at: string | Date, locale: Locale): string => plainSpaces(times(locale).format(new Date(at)))

const STEPS = [
  ["minute", 60],
  ["hour", 3_600],
  ["day", 86_400],
  ["month", 2_629_800],
  ["year", 31_557_600],
] as const

/** How long ago a moment was: "5 minutes ago". Only for pages rendered on the server: a moment later it reads differently. */
export const formatAgo = (at: string | Date, locale: Locale, now: Date = new Date()): string => {
  const seconds = (now.getTime() - new Date(at).getTime()) / 1000
  const [unit, length] = STEPS.findLast(([, size]) => seconds >= size) ?? ["second", 1]
  return plainSpaces(relatives(locale).format(unit === "second" ? 0 : -Math.floor(seconds / length), unit))
}

const inZone = (options: Intl.DateTimeFormatOptions): ((at: string | Date, locale: Locale, zone: string) => string) => {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (at, locale, zone) => {
    const name = `${formattingLocale(locale)} ${zone}`
    const format = made.get(name) ?? new Intl.DateTimeFormat(formattingLocale(locale), { ...options, hourCycle: "h23", timeZone: zone })
    made.set(name, format)
    return plainSpaces(format.format(new Date(at)))
  }
}

/** An hour where the reader is: 20:00. */
export const formatHour = inZone({ hour: "2-digit", minute: "2-digit" })

/** A day of this year where the reader is: 21 Nov. */
export const formatDay = inZone({ day: "numeric", month: "short" })

/** 21 Nov, 20:00. */
export const formatDayAndHour = inZone({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" })

/** To the second: 21 Nov, 20:17:05. */
export const formatSecond = inZone({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" })

const shares = remembered((locale) => new Intl.NumberFormat(formattingLocale(locale), { style: "percent", maximumFractionDigits: 1 }))

/** A part of a whole: 1.2%. */
export const formatShare = (share: number, locale: Locale): string => plainSpaces(shares(locale).format(share))
