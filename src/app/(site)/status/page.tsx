import type { Metadata } from "next"
import { getLocale, getTranslations } from "next-intl/server"
import { connection } from "next/server"
import { type ComponentHistory, STATUS_DAYS, type StatusDay, statusHistory } from "@/features/status/status-history"
import { formatDate, formatShare } from "@/i18n/format"

export const generateMetadata = async (): Promise<Metadata> => {
  const t = await getTranslations("StatusPage")
  return { title: t("title"), description: t("lead") }
}

const UTC = { zone: "UTC", detected: true }

/** From this share of failed checks on, a day is drawn as an outage. */
const OUTAGE = 0.05

type Level = "ok" | "partial" | "down" | "unknown"

const levelOf = (uptime: number | null): Level => {
  if (uptime === null) return "unknown"
  if (uptime === 1) return "ok"
  return uptime > 1 - OUTAGE ? "partial" : "down"
}

const BAR: Record<Level, string> = {
  ok: "bg-neem-ink",
  partial: "bg-marigold",
  down: "bg-danger",
  unknown: "bg-line-strong",
}

const Bars = async ({ days }: { days: readonly StatusDay[] }) => {
  const [t, locale] = await Promise.all([getTranslations("StatusPage"), getLocale()])
  return (
    <>
      <ul aria-label={t("days", { n: STATUS_DAYS })} className="flex h-9 items-stretch gap-px sm:gap-[3px]">
        {days.map(({ day, uptime }, at) => {
          const date = formatDate(day, locale, UTC)
          const text =
            uptime === null ? t("day_none", { date }) : t("day", { date, share: formatShare(uptime, locale) })
          return (
            <li
              key={day}
              title={text}
              className={`min-w-0 flex-1 rounded-[2px] ${BAR[levelOf(uptime)]} ${at < STATUS_DAYS / 2 ? "max-sm:hidden" : ""}`}
            >
              <span className="sr-only">{text}</span>
            </li>
          )
        })}
      </ul>
      <p className="flex justify-between text-xs text-muted" aria-hidden="true">
        <span className="max-sm:hidden">{t("ago", { n: STATUS_DAYS })}</span>
        <span className="sm:hidden">{t("ago", { n: STATUS_DAYS / 2 })}</span>
        <span>{t("today")}</span>
      </p>
    </>
  )
}

const stateOf = (ok: boolean | null): "works" | "fails" | "unknown" =>
  ok === null ? "unknown" : ok ? "works" : "fails"

const STATE = {
  works: "bg-neem-soft text-neem-ink",
  fails: "bg-danger-soft text-danger-ink",
  unknown: "bg-sunken text-muted",
}

const Component = async ({ history }: { history: ComponentHistory }) => {
  const [t, locale] = await Promise.all([getTranslations("StatusPage"), getLocale()])
  const state = stateOf(history.ok)
  return (
    <li className="grid gap-3 p-4 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">{t(history.component)}</h2>
        <span className={`rounded-full px-2.5 py-0.5 text-sm ${STATE[state]}`}>{t(state)}</span>
      </div>
      <p className="text-sm text-muted">{t(`${history.component}_text`)}</p>
      <Bars days={history.days} />
      <p className="text-sm tabular-nums">
        {history.uptime === null ? t("uptime_none") : t("uptime", { share: formatShare(history.uptime, locale) })}
      </p>
    </li>
  )
}

const summaryOf = (histories: readonly ComponentHistory[]): "works" | "fails" | "unknown" => {
  if (histories.some(({ ok }) => ok === false)) return "fails"
  return histories.some(({ ok }) => ok === null) ? "unknown" : "works"
}

const StatusPage = async () => {
  await connection()
  const t = await getTranslations("StatusPage")
  // Without the database there is no history, and the page says that services are down.
  const histories = await statusHistory(new Date()).catch((): ComponentHistory[] => [])
  const summary = histories.length === 0 ? "fails" : summaryOf(histories)
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-8">
      <div className="grid gap-3">
        <h1 className="text-3xl font-semibold">{t("title")}</h1>
        <p className="text-muted">{t("lead")}</p>
      </div>
      <p role="status" className={`rounded-2xl px-5 py-4 text-lg font-semibold ${STATE[summary]}`}>
        {t(`all_${summary}`)}
      </p>
      {histories.length > 0 && (
        <ul className="grid divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
          {histories.map((history) => (
            <Component key={history.component} history={history} />
          ))}
        </ul>
      )}
      <p className="text-sm text-muted">
        {t("note")}{" "}
        <a href="/v1/status" className="link">
          GET /v1/status
        </a>
      </p>
    </div>
  )
}

export default StatusPage
