"use client"

import { useLocale, useTranslations } from "next-intl"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { AwbList } from "@/app/(portal)/store/awb-list"
import { ShipManyResult } from "@/app/(portal)/store/ship-many-result"
import { useRefreshOrders } from "@/app/(portal)/store/use-refresh-orders"
import { type ShipmentError, validateShipment } from "@/app/(portal)/store/validate-shipment"
import type { StoreOrder } from "@/features/seller-orders/schema"
import { pluralValues } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { ModeBadge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { trpc } from "@/ui/trpc"

interface Problems {
  courier?: ShipmentError | undefined
  /** By the order's number. */
  awb: Record<string, ShipmentError>
}

const NO_PROBLEMS: Problems = { awb: {} }

/** Ships several orders with one courier: an AWB number for each, and a result for each. */
export function ShipManyDialog({ orders, onClose }: { orders: readonly StoreOrder[]; onClose: () => void }) {
  const t = useTranslations("ShipMany")
  const store = useTranslations("Store")
  const common = useTranslations("Common")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const locale = useLocale()
  const form = useRef<HTMLFormElement>(null)
  const [courier, setCourier] = useState("")
  const [awbs, setAwbs] = useState<Record<string, string>>({})
  const [found, setFound] = useState(NO_PROBLEMS)
  const { refresh } = useRefreshOrders()
  const ship = trpc.sellerShipments.create.useMutation()
  const livemode = orders[0]?.livemode ?? true

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [found])

  const close = (): void => {
    if (ship.data) refresh()
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
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
    <Dialog
      title={t(ship.data ? "done_title" : "title", pluralValues(ship.data?.meta.shipped ?? orders.length, locale))}
      badge={<ModeBadge mode={livemode ? "live" : "test"} />}
      onClose={close}
    >
      {ship.data ? (
        <ShipManyResult results={ship.data.data} livemode={livemode} onClose={close} />
      ) : (
        <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
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
          <DialogActions>
            <Button onClick={close}>{common("cancel")}</Button>
            <Button type="submit" variant="primary" pending={ship.isPending}>
              {t("submit", pluralValues(orders.length, locale))}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}
