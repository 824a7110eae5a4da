"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { ShipManyDialog } from "@/app/(portal)/store/ship-many-dialog"
import type { StoreOrder } from "@/features/seller-orders/schema"
import { pluralValues } from "@/i18n/format"
import { Button } from "@/ui/button"

interface BulkActionsProps {
  orders: readonly StoreOrder[]
  onDone: () => void
}

/** What can be done with the selected orders: those of them that can be shipped are shipped together. */
export function BulkActions({ orders, onDone }: BulkActionsProps) {
  const t = useTranslations("ShipMany")
  const locale = useLocale()
  // The dialog keeps its orders, although the list behind it changes.
  const [shipping, setShipping] = useState<readonly StoreOrder[]>([])
  const shippable = orders.filter(({ moves }) => moves.includes("ship"))
  return (
    <>
      {shippable.length > 0 ? (
        <Button variant="primary" onClick={() => setShipping(shippable)}>
          {t("open", pluralValues(shippable.length, locale))}
        </Button>
      ) : (
        <p className="text-muted">{t("none")}</p>
      )}
      {shipping.length > 0 && <ShipManyDialog orders={shipping} onClose={() => setShipping([])} onShipped={onDone} />}
    </>
  )
}
