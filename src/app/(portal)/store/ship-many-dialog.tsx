"use client"

import { useLocale, useTranslations } from "next-intl"
import { useEffect, useRef, useState } from "react"
import { AwbList } from "@/app/(portal)/store/awb-list"
import { BulkResult } from "@/app/(portal)/store/bulk-result"
import { useRefreshOrders } from "@/app/(portal)/store/use-refresh-orders"
import { type ShipmentError, validateShipment } from "@/app/(portal)/store/validate-shipment"
import type { StoreOrder } from "@/features/seller-orders/schema"
import { pluralValues } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { useActionNotice } from "@/ui/action-notices"
import { trpc } from "@/ui/trpc"

interface Problems {
  courier?: ShipmentError | undefined
  /** By the order's number. */
  awb: Record<string, ShipmentError>
}

const NO_PROBLEMS: Problems = { awb: {} }

interface ShipManyDialogProps {
  orders: readonly StoreOrder[]
  onClose: () => void
  onShipped: () => void
}

/** Ships several orders with one courier: an AWB number for each, and a result for each. */
export function ShipManyDialog({ orders, onClose, onShipped }: ShipManyDialogProps) {
  const t = useTranslations("ShipMany")
  const store = useTranslations("Store")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const locale = useLocale()
  const form = useRef<HTMLFormElement>(null)
  const [courier, setCourier] = useState("")
  const [awbs, setAwbs] = useState<Record<string, string>>({})
  const [found, setFound] = useState(NO_PROBLEMS)
  const { refresh } = useRefreshOrders()
  const report = useActionNotice()
  const livemode = orders[0]?.livemode ?? true
  const ship = trpc.sellerShipments.create.useMutation({
    onSuccess: ({ data }) => {
      report(
        <BulkResult
          results={data}
          done={(count) => ({
            title: t("done_title", count),
            text: t(livemode ? "done_text" : "done_test", count),
          })}
          failed={(count) => t("failed", count)}
          changed={t("taken")}
        />,
      )
      refresh()
      onShipped()
    },
  })

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [found])

  const submit = (): void => {
    const shipments = orders.map(({ number }) => ({
      id: number,
      courier_name: courier.trim(),
      awb: (awbs[number] ?? "").trim(),
    }))
    const checked = shipments.map((shipment) => ({
      id: shipment.id,
      ...validateShipment({ ...shipment, tracking_url: "" }),
    }))
    const awb = Object.fromEntries(checked.flatMap((each) => (each.awb ? [[each.id, each.awb]] : [])))
    const courierProblem = checked.find(({ courier_name }) => courier_name)?.courier_name
    setFound({ courier: courierProblem, awb })
    if (courierProblem || Object.keys(awb).length > 0) return
    ship.mutate({ shipments })
  }
  const say = (error: ShipmentError | undefined): string | undefined =>
    error && problems(error.message, { max: String(error.max ?? "") })

  return (
    <Dialog title={t("title", pluralValues(orders.length, locale))} livemode={livemode} onClose={onClose}>
      <DialogForm
        ref={form}
        onSubmit={submit}
        submit={t("submit", pluralValues(orders.length, locale))}
        pending={ship.isPending}
        onCancel={onClose}
      >
        {ship.error ? (
          <Alert key={ship.submittedAt}>{errorMessage(failureOf(ship.error))}</Alert>
        ) : (
          <p className="text-muted">{t(livemode ? "text" : "text_test")}</p>
        )}
        <InputField
          label={store("courier")}
          hint={t("courier_hint")}
          name="courier_name"
          value={courier}
          onChange={({ target }) => setCourier(target.value)}
          error={say(found.courier)}
          autoComplete="off"
          required
          data-first
        />
        <AwbList
          numbers={orders.map(({ number }) => number)}
          values={awbs}
          errorOf={(number) => say(found.awb[number])}
          onChange={(changed) => setAwbs((before) => ({ ...before, ...changed }))}
        />
      </DialogForm>
    </Dialog>
  )
}
