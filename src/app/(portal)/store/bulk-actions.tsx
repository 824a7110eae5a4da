"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { AdvanceManyButton } from "@/app/(portal)/store/advance-many-button"
import { ShipManyDialog } from "@/app/(portal)/store/ship-many-dialog"
import type { AdvanceStep, OrderAction, StoreOrder } from "@/features/seller-orders/schema"
import { pluralValues } from "@/i18n/format"
import { Button } from "@/ui/button"

const STEPS = ["confirm", "ship", "pack", "deliver"] as const satisfies readonly OrderAction[]

interface BulkActionsProps {
  orders: readonly StoreOrder[]
  onDone: () => void
}

/** The steps that at least one of the selected orders can take, each for those that can take it. */
export function BulkActions({ orders, onDone }: BulkActionsProps) {
  const t = useTranslations("BulkOrders")
  const ship = useTranslations("ShipMany")
  const locale = useLocale()
  // The dialog keeps its orders, although the list behind it changes.
  const [shipping, setShipping] = useState<readonly StoreOrder[]>([])
  const thatCan = (step: OrderAction): readonly StoreOrder[] =>
    orders.filter(({ allowed_actions }) => allowed_actions.includes(step))
  const offered = STEPS.filter((step) => thatCan(step).length > 0)
  const primary = offered.includes("ship") ? "ship" : offered[0]
  const advance = (step: AdvanceStep) => (
    <AdvanceManyButton
      step={step}
      orders={thatCan(step)}
      variant={step === primary ? "primary" : "secondary"}
      onDone={onDone}
    />
  )
  return (
    <>
      {offered.length === 0 && <p className="text-muted">{t("none")}</p>}
      {advance("confirm")}
      {offered.includes("ship") && (
        <Button variant="primary" onClick={() => setShipping(thatCan("ship"))}>
          {ship("open", pluralValues(thatCan("ship").length, locale))}
        </Button>
      )}
      {advance("pack")}
      {advance("deliver")}
      {shipping.length > 0 && <ShipManyDialog orders={shipping} onClose={() => setShipping([])} onShipped={onDone} />}
    </>
  )
}
