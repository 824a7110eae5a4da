"use client"

import { useLocale, useTranslations } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { KeyEvent } from "@/features/api-keys/schema"
import { formatTime } from "@/i18n/format"
import { trpc } from "@/ui/trpc"

/** What happened to a key, newest first: who changed what, and when. */
export function KeyEvents({ id, timeZone }: { id: string; timeZone: ViewerTimeZone }) {
  const t = useTranslations("KeyPage")
  const locale = useLocale()
  const [{ data: events }] = trpc.portalKeys.events.useSuspenseQuery({ id })
  const changed = ({ changed: fields }: KeyEvent): string =>
    fields.length === 0 ? "" : `: ${fields.map((field) => t(`field_${field}`)).join(", ")}`
  return (
    <section aria-labelledby="key-events" className="grid min-w-0 gap-3">
      <h2 id="key-events" className="text-lg font-semibold">
        {t("events_title")}
      </h2>
      {events.length === 0 ? (
        <p className="rounded-xl border border-line bg-surface px-4 py-3 text-sm text-muted">{t("events_none")}</p>
      ) : (
        <ol className="divide-y divide-line rounded-xl border border-line bg-surface text-sm">
          {events.map((event) => (
            <li key={event.id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5">
              <span>
                {t(`event_${event.type}`)}
                {event.type === "updated" && changed(event)}
              </span>
              <span className="flex flex-wrap items-baseline gap-x-3 text-muted">
                {event.by_account ? (
                  event.ip !== null && <span className="font-mono text-xs">{event.ip}</span>
                ) : (
                  <span>{t("by_staff")}</span>
                )}
                <time dateTime={event.created_at} className="tabular-nums">
                  {formatTime(event.created_at, locale, timeZone)}
                </time>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
