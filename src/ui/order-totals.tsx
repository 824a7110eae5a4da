import { useLocale, useTranslations } from "next-intl"
import { formatMoney } from "@/i18n/format"

interface OrderTotalsProps {
  /** All in paise. Subtotal, shipping and discount add up to the total; the tax is included in the prices. */
  totals: {
    subtotal: number
    shipping_total: number
    discount_total: number
    tax_total: number
    total: number
    refunded_total: number
  }
  /** The marketplace's part of a store's total, in paise. */
  voucher?: number
}

/** An order's totals, row by row. */
export function OrderTotals({ totals, voucher = 0 }: OrderTotalsProps) {
  const t = useTranslations("OrderTotals")
  const locale = useLocale()
  const rows = [
    ["subtotal", totals.subtotal],
    ["shipping", totals.shipping_total],
    ["discount", -totals.discount_total],
  ] as const
  return (
    <dl className="grid gap-1 text-sm tabular-nums">
      {rows
        .filter(([name, amount]) => name !== "discount" || amount !== 0)
        .map(([name, amount]) => (
          <Row key={name} name={t(name)} amount={amount} />
        ))}
      <div className="mt-1 flex justify-between gap-4 border-t border-line pt-2 font-semibold">
        <dt>{t("total")}</dt>
        <dd>{formatMoney(totals.total, locale)}</dd>
      </div>
      <div className="flex justify-between gap-4 text-xs text-muted">
        <dt>{t("tax")}</dt>
        <dd>{formatMoney(totals.tax_total, locale)}</dd>
      </div>
      {voucher > 0 && <Row name={t("voucher")} amount={-voucher} />}
      {voucher > 0 && <Row name={t("charged")} amount={totals.total - voucher} />}
      {totals.refunded_total > 0 && <Row name={t("refunded")} amount={totals.refunded_total} />}
      {/* What the marketplace paid stays with the store, so that there is no net of both. */}
      {totals.refunded_total > 0 && voucher === 0 && (
        <div className="flex justify-between gap-4 font-semibold">
          <dt>{t("net")}</dt>
          <dd>{formatMoney(totals.total - totals.refunded_total, locale)}</dd>
        </div>
      )}
    </dl>
  )
}

function Row({ name, amount }: { name: string; amount: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd>{formatMoney(amount, useLocale())}</dd>
    </div>
  )
}
