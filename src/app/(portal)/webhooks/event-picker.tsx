"use client"

import { useTranslations } from "next-intl"
import { appEventMessageKey, eventMessageKey } from "@/app/(portal)/webhooks/message-keys"
import { useWebhooksOwner } from "@/app/(portal)/webhooks/owner-context"
import type { WebhookEvent } from "@/domain/webhook-event"
import { CodeBlock } from "@/ui/code-block"
import { ChoiceField, FieldError } from "@/ui/field"

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
  return (
    <fieldset className="@container min-w-0">
      <legend className="mb-2 text-sm font-medium">{t("events")}</legend>
      <div className="grid grid-cols-1 items-start gap-x-4 gap-y-2 @xl:grid-cols-2">
        {events.map((event) => (
          <div key={event} className="grid min-w-0 grid-cols-1 gap-1">
            <ChoiceField
              type="checkbox"
              name="events"
              value={event}
              defaultChecked={selected.includes(event)}
              aria-invalid={error === undefined ? undefined : true}
              label={<span className="font-mono">{event}</span>}
              hint={
                app !== null
                  ? t(appEventMessageKey(event))
                  : event.startsWith("seller.") && !seller
                    ? `${t(eventMessageKey(event))} ${t("seller_only")}`
                    : t(eventMessageKey(event))
              }
            />
            <details className="min-w-0 pl-3">
              <summary className="w-fit rounded-lg py-1 text-xs text-muted hover:text-ink">
                {t("sample", { event })}
              </summary>
              <div className="relative max-h-72 overflow-y-auto py-1">
                <CodeBlock json label={t("sample", { event })} code={samples[event]} />
              </div>
            </details>
          </div>
        ))}
      </div>
      <FieldError error={error} />
    </fieldset>
  )
}
