"use client"

import { useTranslations } from "next-intl"
import { useId } from "react"
import { appEventMessageKey, eventMessageKey } from "@/app/(portal)/webhooks/message-keys"
import { useWebhooksOwner } from "@/app/(portal)/webhooks/owner-context"
import type { WebhookEvent } from "@/domain/webhook-event"
import { CodeBlock } from "@/ui/code-block"
import { FieldError } from "@/ui/field"

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
  const meaning = (event: (typeof events)[number]): string =>
    app !== null
      ? t(appEventMessageKey(event))
      : event.startsWith("seller.") && !seller
        ? `${t(eventMessageKey(event))} ${t("seller_only")}`
        : t(eventMessageKey(event))
  return (
    <fieldset className="@container min-w-0">
      <legend className="mb-2 text-sm font-medium">{t("events")}</legend>
      <ul className="divide-y divide-line rounded-lg border border-line-strong bg-surface">
        {events.map((event) => (
          <li key={event} className="relative">
            <EventChoice
              event={event}
              meaning={meaning(event)}
              chosen={selected.includes(event)}
              invalid={error !== undefined}
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
          </li>
        ))}
      </ul>
      <FieldError error={error} />
    </fieldset>
  )
}

interface EventChoiceProps {
  event: string
  meaning: string
  chosen: boolean
  invalid: boolean
}

function EventChoice({ event, meaning, chosen, invalid }: EventChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3 py-2 pr-24 pl-3">
      <input
        id={id}
        type="checkbox"
        name="events"
        value={event}
        defaultChecked={chosen}
        aria-describedby={`${id}-hint`}
        aria-invalid={invalid || undefined}
        className="mt-0.5 size-4 shrink-0"
      />
      <div className="grid min-w-0 grow grid-cols-1 items-baseline gap-x-4 @2xl:grid-cols-[14rem_minmax(0,1fr)]">
        <label htmlFor={id} className="block font-mono text-sm font-medium wrap-anywhere">
          {event}
        </label>
        <p id={`${id}-hint`} className="text-xs text-muted">
          {meaning}
        </p>
      </div>
    </div>
  )
}
