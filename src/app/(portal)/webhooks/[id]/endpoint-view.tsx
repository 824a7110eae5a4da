"use client"

import { useLocale, useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { Section } from "@/ui/section"
import { DeliveriesSection } from "@/app/(portal)/webhooks/[id]/deliveries-section"
import type { DeliveryList } from "@/app/(portal)/webhooks/[id]/delivery-filter"
import { DeleteEndpoint, EndpointActions } from "@/app/(portal)/webhooks/[id]/endpoint-actions"
import { RotateButton } from "@/app/(portal)/webhooks/[id]/rotate-button"
import { TestEndpoint } from "@/app/(portal)/webhooks/[id]/test-endpoint"
import { EndpointBadge, EventNames } from "@/app/(portal)/webhooks/webhook-badges"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { WebhookEndpoint } from "@/webhooks/endpoints/schema"
import { pluralValues, formatDayAndHour } from "@/i18n/format"
import type { PortalInputs } from "@/ui/api"
import { Badge } from "@/ui/badge"
import { Notice } from "@/ui/notice"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

interface EndpointViewProps {
  id: string
  /** The link to the list of endpoints. */
  back: ReactNode
  list: DeliveryList
  /** The input of the query for deliveries. */
  input: PortalInputs["portalWebhookDeliveries"]["list"]
  timeZone: ViewerTimeZone
  baseUrl: string
  charts: ReactNode
  verifySnippets: ReactNode
}

/** An endpoint with its deliveries; for a deleted one, only what remains. */
export function EndpointView({ id, back, list, input, timeZone, baseUrl, charts, verifySnippets }: EndpointViewProps) {
  const t = useTranslations("Webhooks")
  const locale = useLocale()
  const [{ data: deleted }] = trpc.portalWebhookEndpoints.deleted.useSuspenseQuery()
  const deletedEndpoint = deleted.find((endpoint) => endpoint.id === id)
  const endpointQuery = trpc.webhookEndpoints.get.useQuery({ id }, { enabled: deletedEndpoint === undefined })
  const endpoint = deletedEndpoint ? null : (endpointQuery.data?.data ?? null)
  const shown = deletedEndpoint ?? endpoint
  if (shown === null) return null
  return (
    <>
      {back}
      <PageHeading
        title={<span className="wrap-anywhere">{shown.url}</span>}
        lead={
          <span className="flex flex-wrap items-center gap-2 pt-1 text-sm">
            <EndpointBadge status={endpoint?.status ?? "deleted"} />
            {endpoint && endpoint.failures_in_a_row > 0 && (
              <Badge tone="danger">{t("failures", pluralValues(endpoint.failures_in_a_row, locale))}</Badge>
            )}
            {endpoint && <span className="wrap-anywhere">{endpoint.description}</span>}
          </span>
        }
      >
        {endpoint && <EndpointActions endpoint={endpoint} />}
      </PageHeading>
      {endpoint && <TestEndpoint endpoint={endpoint} />}
      {endpoint && <EventNames label={t("events")} events={endpoint.events} />}
      {endpoint?.warnings.map(({ code }) => (
        <Notice key={code} tone="warning">
          {t(`warning_${code}`)}
        </Notice>
      ))}
      {endpoint ? <Standing endpoint={endpoint} /> : <Notice tone="info">{t("deleted_note")}</Notice>}
      {charts}
      <DeliveriesSection
        endpoint={id}
        livemode={shown.livemode}
        sending={endpoint?.status === "enabled"}
        deleted={endpoint === null}
        list={list}
        input={input}
        timeZone={timeZone}
        baseUrl={baseUrl}
      />
      {endpoint && <Signing endpoint={endpoint} timeZone={timeZone} verifySnippets={verifySnippets} />}
      {endpoint && (
        <div>
          <DeleteEndpoint endpoint={endpoint} />
        </div>
      )}
    </>
  )
}

/** Why nothing is sent, if so. */
function Standing({ endpoint: { status, disabled_reason } }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations("Webhooks")
  if (status === "paused") return <Notice tone="warning">{t("paused_note")}</Notice>
  if (status === "disabled")
    return <Notice tone="danger">{t(disabled_reason === "gone" ? "disabled_gone" : "disabled_failing")}</Notice>
  return null
}

/** The secret of the endpoint's signatures, and how to verify them. */
function Signing({
  endpoint: { id, livemode, previous_secret_expires_at },
  timeZone,
  verifySnippets,
}: {
  endpoint: WebhookEndpoint
  timeZone: ViewerTimeZone
  verifySnippets: ReactNode
}) {
  const t = useTranslations("Webhooks")
  const locale = useLocale()
  return (
    <Section wide title={t("signing")} lead={t("signing_lead")}>
      {previous_secret_expires_at !== null && (
        <p className="rounded-lg bg-marigold-soft px-3 py-2 text-sm text-marigold-ink">
          {t("old_secret_valid", { until: formatDayAndHour(previous_secret_expires_at, locale, timeZone) })}
        </p>
      )}
      <RotateButton id={id} livemode={livemode} overlapping={previous_secret_expires_at !== null} />
      {verifySnippets}
    </Section>
  )
}
