"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { useDeliveryColumns } from "@/app/(portal)/webhooks/[id]/delivery-columns"
import { type RedeliveryResult, RedeliverManyButton } from "@/app/(portal)/webhooks/[id]/redeliver-many-button"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { pluralValues } from "@/i18n/format"
import { useErrorMessage } from "@/ui/error-message"
import { DataTable } from "@/ui/table/data-table"
import { SelectionBar, useSelection } from "@/ui/table/selection"
import type { ListedDelivery } from "@/webhooks/deliveries/schema"

interface DeliveryTableProps {
  endpoint: string
  deliveries: readonly ListedDelivery[]
  /** Whether pending deliveries are sent. */
  sending: boolean
  deleted: boolean
  timeZone: ViewerTimeZone
  /** When the deliveries were read, in milliseconds. */
  now: number
}

/** An endpoint's deliveries as a table; several of them can be redelivered together. */
export function DeliveryTable({ endpoint, deliveries, sending, deleted, timeZone, now }: DeliveryTableProps) {
  const t = useTranslations("Webhooks")
  const locale = useLocale()
  const columns = useDeliveryColumns({ endpoint, deliveries, sending, timeZone, now })
  const errorMessage = useErrorMessage()
  const selection = useSelection(deliveries.map(({ id }) => id))
  const [done, setDone] = useState<RedeliveryResult | null>(null)
  return (
    <>
      <DataTable
        caption={t("deliveries")}
        rows={deliveries}
        columns={columns}
        rowId={({ id }) => id}
        chosen={undefined}
        sort={undefined}
        sortHref={() => ""}
        rowName={({ event_type, id }) => `${event_type} ${id}`}
        {...(!deleted && { selection })}
      />
      <p role="status" className="text-sm text-muted empty:hidden">
        {done && done.sent > 0 && t("redelivered_many", pluralValues(done.sent, locale))}{" "}
        {done && done.refused.length > 0 && (
          <span className="text-danger-ink">{t("redeliver_refused", pluralValues(done.refused.length, locale))}</span>
        )}{" "}
        {done?.failure && <span className="text-danger-ink">{errorMessage(done.failure)}</span>}
      </p>
      <SelectionBar selection={selection}>
        <RedeliverManyButton
          ids={[...selection.ids]}
          onDone={(result) => {
            setDone(result)
            selection.set([...result.refused, ...result.failed])
          }}
        />
      </SelectionBar>
    </>
  )
}
