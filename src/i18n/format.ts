import { formattingLocale, type Locale } from "@/domain/locale"
import { type ViewerTimeZone, DEFAULT_TIME_NAME } from "@/domain/time-zone"

// Node's ICU and a browser's use different kinds of spaces, which would cause a hydration mismatch.
function normalizeSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, " ")
}

function memoizeByLocale<Format>(make: (locale: Locale) => Format): (locale: Locale) => Format {
  const formats = new Map<Locale, Format>()
  return (locale) => {
    const format = formats.get(locale) ?? make(locale)
    formats.set(locale, format)
    return format
  }
}

const wholeRupees = memoizeByLocale(
  (locale) =>
    new Intl.NumberFormat(formattingLocale(locale), { style: "currency", currency: "INR", maximumFractionDigits: 0 }),
)
const rupeesWithPaise = memoizeByLocale(
  (locale) => new Intl.NumberFormat(formattingLocale(locale), { style: "currency", currency: "INR" }),
)
const numbers = memoizeByLocale((locale) => new Intl.NumberFormat(formattingLocale(locale)))
const relatives = memoizeByLocale(
  (locale) => new Intl.RelativeTimeFormat(formattingLocale(locale), { numeric: "auto" }),
)

// Browsers do not support Maithili, so its words for times are here; its numbers are formatted as in Hindi.
const MAITHILI_UNITS = { minute: "मिनट", hour: "घंटा", day: "दिन", month: "मास", year: "बरख" } as const
const MAITHILI_MONTHS = ["जन॰", "फर॰", "मार्च", "अप्रैल", "मई", "जून", "जुल॰", "अग॰", "सित॰", "अक्टू॰", "नव॰", "दिस॰"]

/** An amount of paise in rupees, grouped the Indian way: ₹1,23,456, or ₹99.50 with paise. */
export function formatMoney(paise: number, locale: Locale): string {
  return normalizeSpaces((paise % 100 === 0 ? wholeRupees : rupeesWithPaise)(locale).format(paise / 100))
}

export function formatNumber(value: number, locale: Locale): string {
  return numbers(locale).format(value)
}

/** A number for a message with a plural: `count` selects the plural form, and `n` is the formatted number. */
export function pluralValues(count: number, locale: Locale): { count: number; n: string } {
  return {
    count,
    n: formatNumber(count, locale),
  }
}

const UNITS = [
  ["minute", 60],
  ["hour", 3_600],
  ["day", 86_400],
  ["month", 2_629_800],
  ["year", 31_557_600],
] as const

/** How long ago a time was: "5 minutes ago". Only for pages rendered on the server, because it changes with time. */
export function formatAgo(at: string | Date, locale: Locale, now: Date = new Date()): string {
  const seconds = (now.getTime() - new Date(at).getTime()) / 1000
  const [unit, length] = UNITS.findLast(([, size]) => seconds >= size) ?? ["second", 1]
  const passed = unit === "second" ? 0 : Math.floor(seconds / length)
  if (locale === "mai")
    return unit === "second" ? "एखने" : `${formatNumber(passed, locale)} ${MAITHILI_UNITS[unit]} पहिने`
  return normalizeSpaces(relatives(locale).format(-passed, unit))
}

const MAX_CACHED_FORMATS = 600

type Format = (at: Date) => string

function makeFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Format {
  const format = new Intl.DateTimeFormat(formattingLocale(locale), options)
  if (locale !== "mai" || options.month === undefined) return (at) => format.format(at)
  const months = new Intl.DateTimeFormat("en-US", {
    month: "numeric",
    ...(options.timeZone !== undefined && { timeZone: options.timeZone }),
  })
  const monthOf = (at: Date): string => MAITHILI_MONTHS[Number(months.format(at)) - 1] ?? ""
  return (at) =>
    format
      .formatToParts(at)
      .map(({ type, value }) => (type === "month" ? monthOf(at) : value))
      .join("")
}

function dateFormatter(
  options: Intl.DateTimeFormatOptions,
): (at: string | Date, locale: Locale, timeZone: ViewerTimeZone) => string {
  const formats = new Map<string, Format>()
  return (at, locale, { zone }) => {
    const name = `${locale} ${zone}`
    const format = formats.get(name) ?? makeFormat(locale, { ...options, hourCycle: "h23", timeZone: zone })
    // The cache is bounded, because clients choose the names of zones.
    if (formats.size < MAX_CACHED_FORMATS) formats.set(name, format)
    return normalizeSpaces(format(new Date(at)))
  }
}

/** Adds the name of the time zone if it may not be the reader's. */
function withZoneName(format: ReturnType<typeof dateFormatter>): typeof format {
  return (at, locale, timeZone) =>
    timeZone.detected ? format(at, locale, timeZone) : `${format(at, locale, timeZone)} ${DEFAULT_TIME_NAME}`
}

// All times are shown in the reader's time zone.

/** A date: 21 Nov 2026. */
export const formatDate = dateFormatter({ day: "numeric", month: "short", year: "numeric" })

/** A date of this year: 21 Nov. */
export const formatDay = dateFormatter({ day: "numeric", month: "short" })

/** An hour, for a page that names its time zone: 20:00. */
export const formatHour = dateFormatter({ hour: "2-digit", minute: "2-digit" })

/** A date and time: 21 Nov 2026, 20:17. */
export const formatTime = withZoneName(
  dateFormatter({ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" }),
)

/** A date of this year and a time: 21 Nov, 20:00. */
export const formatDayAndHour = withZoneName(
  dateFormatter({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }),
)

/** A date and time to the second: 21 Nov, 20:17:05. */
export const formatSecond = withZoneName(
  dateFormatter({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" }),
)

/** Two times: 27 Nov, 15:30–16:30 on one day, else 27 Nov, 23:30 – 28 Nov, 00:30. */
export function formatPeriod(from: Date, until: Date, locale: Locale, timeZone: ViewerTimeZone): string {
  const known = { ...timeZone, detected: true }
  const start = formatDayAndHour(from, locale, known)
  return formatDate(from, locale, known) === formatDate(until, locale, known)
    ? `${start}–${formatHour(until, locale, timeZone)}${timeZone.detected ? "" : ` ${DEFAULT_TIME_NAME}`}`
    : `${start} – ${formatDayAndHour(until, locale, timeZone)}`
}

const percentages = memoizeByLocale(
  (locale) => new Intl.NumberFormat(formattingLocale(locale), { style: "percent", maximumFractionDigits: 1 }),
)

/** A fraction in percent: 1.2%. */
export function formatShare(share: number, locale: Locale): string {
  return normalizeSpaces(percentages(locale).format(share))
}
