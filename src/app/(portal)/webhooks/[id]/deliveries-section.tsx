"use client"

import { useTranslations } from "next-intl"
import { type DeliveryList, deliveryListQuery, PERIODS } from "@/app/(portal)/webhooks/[id]/delivery-filter"
import { DeliveryTable } from "@/app/(portal)/webhooks/[id]/delivery-table"
import { RedeliverFailedButton } from "@/app/(portal)/webhooks/[id]/redeliver-failed-button"
import { useWebhooksOwner } from "@/app/(portal)/webhooks/owner-context"
import { usePollDeliveries } from "@/app/(portal)/webhooks/use-poll-deliveries"
import { modeOf } from "@/domain/mode"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { DELIVERY_STATUSES } from "@/domain/webhook-delivery"
import type { PortalInputs } from "@/ui/api"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { withQuery } from "@/ui/query-url"
import { TableFooter } from "@/ui/table/table-footer"
import { ChoiceFilter } from "@/ui/table/filters"
import { ExportMenu, Toolbar, ToolbarEnd } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

interface DeliveriesSectionProps {
  endpoint: string
  livemode: boolean
  /** Whether pending deliveries are sent. */
  sending: boolean
  deleted: boolean
  list: DeliveryList
  /** The reader's time zone. */
  timeZone: ViewerTimeZone
  /** The input of the list's query. */
  input: PortalInputs["portalWebhookDeliveries"]["list"]
  baseUrl: string
}

const REFRESH_MS = 5_000

function snippet(baseUrl: string, endpoint: string, credential: string): string {
  return `curl -X POST ${baseUrl}/v1/webhook-endpoints/${endpoint}/test \\\n  -H "Authorization: Bearer ${credential}"`
}

/** An endpoint's deliveries, with actions for failed ones. */
export function DeliveriesSection({
  endpoint,
  livemode,
  sending,
  deleted,
  list,
  timeZone,
  input,
  baseUrl,
}: DeliveriesSectionProps) {
  const t = useTranslations("Webhooks")
  const [{ data, meta, may_redeliver }, { dataUpdatedAt }] = trpc.portalWebhookDeliveries.list.useSuspenseQuery(input)
  usePollDeliveries(sending && data.some(({ status }) => status === "pending"), REFRESH_MS)
  const owner = useWebhooksOwner()
  const path = `${owner.path}/${endpoint}`
  const query = deliveryListQuery(list)
  const { status, type, within } = list
  const filtered = [status, type, within].some((value) => value !== undefined)
  const unused = data.length === 0 && !deleted && meta.page === 1 && !filtered
  const common = { path, query }
  const exportHref = (format: "csv" | "ndjson"): string =>
    withQuery(`${path}/deliveries/export`, { status, type, within, format, mode: modeOf(livemode) })
  return (
    <section aria-label={t("deliveries")} className="grid min-w-0 grid-cols-1 gap-3">
      <Toolbar title={t("deliveries")} part>
        {!unused && (
          <>
            <ChoiceFilter
              {...common}
              name="status"
              label={t("filter_status")}
              options={DELIVERY_STATUSES.map((each) => [each, t(`delivery_${each}`)])}
            />
            <ChoiceFilter
              {...common}
              name="type"
              label={t("filter_type")}
              options={[...owner.events, "ping"].map((each) => [each, each])}
            />
            <ChoiceFilter
              {...common}
              name="within"
              label={t("filter_time")}
              options={PERIODS.map((each) => [each, t(`within_${each}`)])}
            />
            <ToolbarEnd>
              <RedeliverFailedButton
                endpoint={endpoint}
                livemode={livemode}
                zone={timeZone.zone}
                offered={may_redeliver}
              />
              <ExportMenu
                files={[
                  ["CSV", exportHref("csv")],
                  ["NDJSON", exportHref("ndjson")],
                ]}
              />
            </ToolbarEnd>
          </>
        )}
      </Toolbar>
      {unused ? (
        <EmptyState
          sentence={t("nothing_sent")}
          action={null}
          note={t("nothing_sent_note")}
          snippet={snippet(baseUrl, endpoint, owner.app === null ? "$HAAT_KEY" : "$APP_TOKEN")}
        />
      ) : data.length === 0 ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-dashed border-line-strong px-4 py-5">
          <p>{t("no_deliveries")}</p>
          {filtered && <ButtonLink href={path}>{t("show_all")}</ButtonLink>}
        </div>
      ) : (
        <DeliveryTable
          endpoint={endpoint}
          deliveries={data}
          sending={sending}
          deleted={deleted}
          timeZone={timeZone}
          now={dataUpdatedAt}
        />
      )}
      {(data.length > 0 || meta.page > 1) && <TableFooter {...common} meta={meta} />}
    </section>
  )
}
