"use client"

import { useLocale, useTranslations } from "next-intl"
import type { OfferResult } from "@/features/seller-products/schema"
import { formatMoney, formatNumber } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import type { Failure } from "@/ui/api"
import { useErrorMessage } from "@/ui/error-message"
import { Notice } from "@/ui/notice"

interface OfferOutcomeProps {
  failure: Failure | null
  result: OfferResult | null
  /** When it was sent, in milliseconds: announces a second failure like the first. */
  sentAt: number
}

/** What saving an offer has led to. */
export function OfferOutcome({ failure, result, sentAt }: OfferOutcomeProps) {
  const t = useTranslations("StoreOffers")
  const errorMessage = useErrorMessage()
  return (
    <>
      {failure && <Alert key={sentAt}>{errorMessage(failure)}</Alert>}
      {result?.error && <RefusedChange key={sentAt} error={result.error} offer={result.offer} />}
      <div role="status" className="empty:hidden">
        {result && !result.error && (
          <Notice tone="good">{t(result.outcome === "updated" ? "saved" : "unchanged")}</Notice>
        )}
      </div>
    </>
  )
}

/** Why the offer was not changed, with the code that the API gives. */
function RefusedChange({
  error: { code, message },
  offer,
}: { error: NonNullable<OfferResult["error"]> } & Pick<OfferResult, "offer">) {
  const t = useTranslations("StoreOffers")
  const locale = useLocale()
  const conflict = code === "version_conflict" && offer !== null
  return (
    <Alert {...(conflict && { title: t("conflict_title") })}>
      <p>
        {conflict
          ? t("conflict_text", {
              price: formatMoney(offer.price, locale),
              mrp: formatMoney(offer.mrp, locale),
              stock: formatNumber(offer.stock, locale),
            })
          : code === "not_found"
            ? t("not_found")
            : message}
      </p>
      <code className="text-xs">{code}</code>
    </Alert>
  )
}
