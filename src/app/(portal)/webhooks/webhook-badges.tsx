import { useTranslations } from "next-intl"
import type { DeliveryStatus } from "@/domain/webhook-delivery"
import type { WebhookEndpoint } from "@/webhooks/endpoints/schema"
import { Badge, type BadgeTone } from "@/ui/badge"

const ENDPOINT_TONES: Record<WebhookEndpoint["status"] | "deleted", BadgeTone> = {
  enabled: "neem",
  paused: "marigold",
  disabled: "danger",
  deleted: "neutral",
}

export function EndpointBadge({ status }: { status: keyof typeof ENDPOINT_TONES }) {
  const t = useTranslations("Webhooks")
  return <Badge tone={ENDPOINT_TONES[status]}>{t(`status_${status}`)}</Badge>
}

const DELIVERY_TONES: Record<DeliveryStatus, BadgeTone> = { delivered: "neem", pending: "marigold", failed: "danger" }

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const t = useTranslations("Webhooks")
  return <Badge tone={DELIVERY_TONES[status]}>{t(`delivery_${status}`)}</Badge>
}

export function EventNames({ label, events }: { label: string; events: readonly string[] }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {events.map((event) => (
        <li key={event} className="rounded-md bg-sunken px-2 font-mono text-xs">
          {event}
        </li>
      ))}
    </ul>
  )
}
