"use client"

import { useTranslations } from "next-intl"
import { appEventMessageKey, eventMessageKey } from "@/app/(portal)/webhooks/message-keys"
import { useWebhooksOwner } from "@/app/(portal)/webhooks/owner-context"
import type { WebhookEvent } from "@/domain/webhook-event"
import { CodeBlock } from "@/ui/code-block"
import { ChoiceRow, FieldError } from "@/ui/field"

interface EventPickerProps {
  chosen: readonly string[]
  samples: Record<Exclude<WebhookEvent, "ping">, string>
  /** Whether the account handles a store's orders. */
  seller: boolean
  error: string | undefined
}

/** Each event with its meaning and an example. */
export function EventPicker({ chosen: selected, samples, seller, error }: EventPickerProps) {
  const t = useTranslations("Webhooks")
  const { app, events } = useWebhooksOwner()
  const needsStore = (event: string): boolean => app === null && !seller && event.startsWith("seller.")
  const storeEvents = events.filter(needsStore)
  return (
    <fieldset className="@container min-w-0">
      <legend className="mb-2 text-sm font-medium">{t("events")}</legend>
      <ul className="divide-y divide-line rounded-lg border border-line-strong bg-surface">
        {[...events.filter((event) => !needsStore(event)), ...storeEvents].map((event) => (
          <li key={event} className="relative">
            {event === storeEvents[0] && (
              <p className="border-b border-line bg-sunken px-3 py-2 text-xs text-muted">{t("seller_only")}</p>
            )}
            <div className="relative">
              <ChoiceRow
                name="events"
                value={event}
                hint={t(app === null ? eventMessageKey(event) : appEventMessageKey(event))}
                defaultChecked={selected.includes(event)}
                aria-invalid={error !== undefined || undefined}
                end="pr-24"
              />
              <details>
                <summary
                  aria-label={t("sample", { event })}
                  className="absolute top-0 right-0 w-fit px-3 py-2 text-xs text-muted hover:text-ink"
                >
                  {t("sample_short")}
                </summary>
                <div className="relative max-h-72 overflow-y-auto px-3 pb-3">
                  <CodeBlock json label={t("sample", { event })} code={samples[event]} />
                </div>
              </details>
            </div>
          </li>
        ))}
      </ul>
      <FieldError error={error} />
    </fieldset>
  )
}
