"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useState } from "react"
import { useRefreshOrders } from "@/app/(portal)/store/use-refresh-orders"
import { TEST_QUANTITY_MAX } from "@/domain/order-limits"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { SelectField } from "@/ui/field"
import { Notice } from "@/ui/notice"
import { trpc } from "@/ui/trpc"

const QUANTITIES = Array.from({ length: TEST_QUANTITY_MAX }, (_, i) => i + 1)

/** Places a test order of one product. */
export const PlaceForm = ({ products }: { products: readonly { variant: number; label: string }[] }) => {
  const t = useTranslations("Sandbox")
  const errorMessage = useErrorMessage()
  const { refresh } = useRefreshOrders()
  const [variant, setVariant] = useState(products[0]?.variant ?? 0)
  const [quantity, setQuantity] = useState(1)
  const place = trpc.sandbox.place.useMutation({ onSuccess: refresh })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    place.mutate({ lines: [{ variant_id: variant, quantity }] })
  }
  const failure = place.error && failureOf(place.error)
  return (
    <form method="post" onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      {failure && (
        <Alert key={place.submittedAt}>
          {failure.code === "invalid_state" ? t("out_of_stock") : errorMessage(failure)}
        </Alert>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <SelectField label={t("product")} value={variant} onChange={({ target }) => setVariant(Number(target.value))}>
            {products.map(({ variant: id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="w-24">
          <SelectField
            label={t("quantity")}
            value={quantity}
            onChange={({ target }) => setQuantity(Number(target.value))}
          >
            {QUANTITIES.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </SelectField>
        </div>
        <Button type="submit" variant="primary" className="min-h-11" disabled={place.isPending}>
          {t("place")}
        </Button>
      </div>
      <div role="status">
        {place.data && <Notice tone="good">{t("placed", { number: place.data.data.number })}</Notice>}
      </div>
    </form>
  )
}
