import { useLocale, useTranslations } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { TestEvent } from "@/features/seller-orders/sandbox/schema"
import { pluralValues, formatNumber, formatTime } from "@/i18n/format"
import { CodeBlock } from "@/ui/code-block"

/** The events of a sandbox order, each with the data that webhooks contain. */
export function TestEvents({ events, timeZone }: { events: readonly TestEvent[]; timeZone: ViewerTimeZone }) {
  const t = useTranslations("Store")
  const locale = useLocale()
  return (
    <div className="border-t border-line pt-3">
      <h3 className="text-xs text-muted">{t("events", pluralValues(events.length, locale))}</h3>
      <ol className="mt-1 grid grid-cols-1 gap-1" reversed>
        {events.map(({ id, type, created_at, data }) => (
          <li key={id}>
            <details>
              <summary className="w-fit rounded-lg py-1 text-sm">
                <span className="mr-3 font-mono text-xs font-medium">{type}</span>
                <span className="text-muted">
                  {formatTime(created_at, locale, timeZone)} ·{" "}
                  {t("event_version", { version: formatNumber(Number(data.version), locale) })}
                </span>
              </summary>
              <div className="mt-1 mb-2">
                <CodeBlock json label={type} code={JSON.stringify(data, null, 2)} />
              </div>
            </details>
          </li>
        ))}
      </ol>
    </div>
  )
}
