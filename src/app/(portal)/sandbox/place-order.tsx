"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { type FormEvent, useActionState, useState } from "react"
import { placeWithoutScripts } from "@/app/(portal)/sandbox/actions"
import { SuccessNotice, FOLD_CLASSES } from "@/app/(portal)/sandbox/success-notice"
import { isRefused, resultOf } from "@/app/(portal)/sandbox/posted"
import { readPlaceForm } from "@/app/(portal)/sandbox/read-forms"
import { useRefreshSandbox } from "@/app/(portal)/sandbox/use-refresh-sandbox"
import { formatMoney } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { ChoiceField, InputField } from "@/ui/field"
import { Section } from "@/ui/section"
import { trpc } from "@/ui/trpc"

const PAYMENTS = ["paid", "pending", "failed"] as const
const BUYERS = ["fixture", "me"] as const
const ITEMS_MAX = 20

/** Places an order in one press; everything that can be chosen has a default. */
export function PlaceOrder() {
  const [{ data: products }] = trpc.sandboxStore.products.useSuspenseQuery()
  const t = useTranslations("Sandbox")
  const locale = useLocale()
  const errorMessage = useErrorMessage()
  const refresh = useRefreshSandbox()
  const [rows, setRows] = useState(1)
  const [posted, action] = useActionState(placeWithoutScripts, null)
  const place = trpc.sandboxOrders.place.useMutation({ onSuccess: refresh })
  const { data: placed, failure, attempt } = resultOf(place, posted)
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    place.mutate(readPlaceForm(new FormData(event.currentTarget)))
  }
  const skuError = (index: number): string | undefined => {
    const refused = failure?.details.find(({ param }) => param === `items.${index}.sku`)
    return refused && t(refused.code === "invalid_value" ? "error_sku_buyer" : "error_sku", { sku: "FX-004" })
  }
  const [first] = products
  const [requested, setRequested] = useState({
    buyer: posted?.values.buyer ?? "fixture",
    payment: posted?.values.payment ?? "paid",
  })
  return (
    <Section
      title={t("place_title")}
      lead={
        first
          ? t("place_text", {
              product: [first.name, first.options].filter(Boolean).join(", "),
              price: formatMoney(first.price, locale),
            })
          : t("place_out_of_stock")
      }
    >
      <form action={action} data-once noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
        {failure && (
          <Alert key={attempt}>
            {failure.code === "invalid_state"
              ? t("out_of_stock")
              : failure.code === "validation_failed"
                ? t("check_options")
                : errorMessage(failure)}
          </Alert>
        )}
        <input type="hidden" name="default_sku" value={first?.sku ?? ""} />
        <div>
          <Button type="submit" variant="primary" className="min-h-11 px-6" pending={place.isPending}>
            {t("place")}
          </Button>
          <div role="status">
            {placed && (
              <SuccessNotice>
                {t(`placed_${placed.data.payment_status}`, { number: placed.data.number })}{" "}
                <Link
                  href={placed.data.buyer === "me" ? `/orders/${placed.data.number}` : "/store?status=pending"}
                  className="link"
                >
                  {t(placed.data.buyer === "me" ? "open_order" : "open_orders")}
                </Link>
              </SuccessNotice>
            )}
          </div>
        </div>
        <details open={failure?.code === "validation_failed" || undefined}>
          <summary className={FOLD_CLASSES}>{t("options")}</summary>
          <div className="mt-3 grid max-w-2xl grid-cols-1 gap-5">
            <fieldset className="grid grid-cols-1 gap-2 sm:grid-cols-3">
              <legend className="mb-2 text-sm font-medium">{t("payment")}</legend>
              {PAYMENTS.map((payment) => (
                <ChoiceField
                  key={payment}
                  type="radio"
                  name="payment"
                  value={payment}
                  checked={requested.payment === payment}
                  onChange={() => setRequested((last) => ({ ...last, payment }))}
                  label={t(`payment_${payment}`)}
                />
              ))}
            </fieldset>
            <fieldset className="grid grid-cols-1 gap-2 sm:grid-cols-2">
              <legend className="mb-2 text-sm font-medium">{t("buyer")}</legend>
              {BUYERS.map((buyer) => (
                <ChoiceField
                  key={buyer}
                  type="radio"
                  name="buyer"
                  value={buyer}
                  checked={requested.buyer === buyer}
                  onChange={() => setRequested((last) => ({ ...last, buyer }))}
                  label={t(`buyer_${buyer}`)}
                  hint={t(`buyer_${buyer}_hint`)}
                />
              ))}
            </fieldset>
            <fieldset className="grid grid-cols-1 gap-3">
              <legend className="mb-2 text-sm font-medium">{t("items")}</legend>
              {Array.from({ length: rows }, (_, index) => (
                <div key={index} className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-3">
                  <InputField
                    label={t("sku")}
                    name="sku"
                    list="own-products"
                    defaultValue={index === 0 ? (posted?.values.sku ?? "") : ""}
                    maxLength={100}
                    autoComplete="off"
                    autoCapitalize="characters"
                    spellCheck={false}
                    placeholder={first?.sku}
                    className="font-mono"
                    error={skuError(index)}
                  />
                  <InputField
                    label={t("quantity")}
                    name="quantity"
                    inputMode="numeric"
                    defaultValue={index === 0 ? (posted?.values.quantity ?? "1") : "1"}
                    error={isRefused(failure, `items.${index}.quantity`) ? t("error_quantity") : undefined}
                  />
                </div>
              ))}
              <p className="text-xs text-muted">{t("sku_hint", { sku: "FX-004" })}</p>
              {rows < ITEMS_MAX && (
                <div className="noscript:hidden">
                  <Button onClick={() => setRows(rows + 1)}>{t("add_item")}</Button>
                </div>
              )}
            </fieldset>
            <datalist id="own-products">
              {products.map(({ sku, name, options, price }) => (
                <option key={sku} value={sku}>
                  {`${[name, options].filter(Boolean).join(", ")} · ${formatMoney(price, locale)}`}
                </option>
              ))}
            </datalist>
          </div>
        </details>
      </form>
    </Section>
  )
}
