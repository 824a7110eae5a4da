"use client"

import { BackLink } from "@/ui/back-link"
import { useLocale, useTranslations } from "next-intl"
import { useWebhooksOwner } from "@/app/(portal)/webhooks/owner-context"
import { Section } from "@/ui/section"
import { AttemptDetails } from "@/app/(portal)/webhooks/[id]/deliveries/[delivery]/attempt-details"
import { RedeliverButton } from "@/app/(portal)/webhooks/[id]/deliveries/[delivery]/redeliver-button"
import { usePollDeliveries } from "@/app/(portal)/webhooks/use-poll-deliveries"
import { DeliveryBadge } from "@/app/(portal)/webhooks/webhook-badges"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatSecond } from "@/i18n/format"
import { CodeBlock } from "@/ui/code-block"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

const REFRESH_MS = 3_000

function readable(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2)
}

interface DeliveryViewProps {
  /** The id of the endpoint. */
  id: string
  deliveryId: string
  timeZone: ViewerTimeZone
}

/** A delivery with its payload and every attempt. */
export function DeliveryView({ id, deliveryId, timeZone }: DeliveryViewProps) {
  const t = useTranslations("Webhooks")
  const { path } = useWebhooksOwner()
  const locale = useLocale()
  const [{ data: delivery }, { dataUpdatedAt }] = trpc.webhookDeliveries.get.useSuspenseQuery({ id: deliveryId })
  const [{ data: deleted }] = trpc.portalWebhookEndpoints.deleted.useSuspenseQuery()
  const deletedEndpoint = deleted.find((endpoint) => endpoint.id === id)
  const endpointQuery = trpc.webhookEndpoints.get.useQuery({ id }, { enabled: deletedEndpoint === undefined })
  const endpoint = deletedEndpoint ? null : (endpointQuery.data?.data ?? null)
  const sending = endpoint?.status === "enabled"
  const { event_id, event_type, status, next_attempt_at, created_at, body, history } = delivery
  const pending = status === "pending"
  const due =
    pending && (history.length === 0 || next_attempt_at === null || Date.parse(next_attempt_at) <= dataUpdatedAt)
  usePollDeliveries(pending && sending, REFRESH_MS)
  return (
    <>
      <BackLink href={`${path}/${id}`}>{t("to_endpoint")}</BackLink>
      <PageHeading
        title={t("delivery_title", { event: event_type })}
        lead={
          <span className="flex flex-wrap items-center gap-2 pt-1 text-sm">
            <DeliveryBadge status={status} />
            {pending && next_attempt_at !== null && (
              <span>
                {sending
                  ? t("next_attempt", { when: formatSecond(next_attempt_at, locale, timeZone) })
                  : t("paused_delivery")}
              </span>
            )}
          </span>
        }
      >
        {endpoint && (
          <RedeliverButton id={delivery.id} delivered={status === "delivered"} due={due} sending={sending} />
        )}
      </PageHeading>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <div className="min-w-0">
          <dt className="text-xs text-muted">{t("event_id")}</dt>
          <dd className="font-mono wrap-anywhere">{event_id}</dd>
        </div>
        <div className="min-w-0">
          <dt className="text-xs text-muted">{t("created")}</dt>
          <dd>
            <time dateTime={created_at}>{formatSecond(created_at, locale, timeZone)}</time>
          </dd>
        </div>
      </dl>
      <Section wide title={t("history")}>
        {history.length === 0 ? (
          <p className="text-sm text-muted">{t("no_attempts")}</p>
        ) : (
          <ol className="min-w-0 divide-y divide-line rounded-lg border border-line">
            {history.map((attempt, place) => (
              <AttemptDetails
                key={`${attempt.created_at} ${attempt.number}`}
                attempt={attempt}
                open={place === 0}
                timeZone={timeZone}
              />
            ))}
          </ol>
        )}
      </Section>
      <Section wide title={t("body")} lead={t("body_lead")}>
        {body === null ? (
          <p className="text-sm text-muted">{t("body_deleted")}</p>
        ) : (
          <CodeBlock json label={t("body")} code={readable(body)} copyText={body} />
        )}
      </Section>
    </>
  )
}
