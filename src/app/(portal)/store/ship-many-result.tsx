"use client"

import { useLocale, useTranslations } from "next-intl"
import type { ShipmentResult } from "@/features/seller-orders/shipments/schema"
import { pluralValues } from "@/i18n/format"
import { Notice } from "@/ui/notice"

interface ShipManyResultProps {
  results: readonly ShipmentResult[]
  livemode: boolean
}

/** How many orders were shipped, and which were not. */
export function ShipManyResult({ results, livemode }: ShipManyResultProps) {
  const t = useTranslations("ShipMany")
  const locale = useLocale()
  const failed = results.filter(({ error }) => error)
  const shipped = pluralValues(results.length - failed.length, locale)
  const failedTitle = t("failed", pluralValues(failed.length, locale))
  return (
    <>
      {failed.length < results.length && (
        <Notice tone="good" title={t("done_title", shipped)}>
          <p>{t(livemode ? "done_text" : "done_test", shipped)}</p>
        </Notice>
      )}
      {failed.length > 0 && (
        <Notice tone="danger" title={failedTitle}>
          <div tabIndex={0} role="group" aria-label={failedTitle} className="max-h-48 overflow-y-auto">
            <ul className="grid gap-1">
              {failed.map(({ id, error }) => (
                <li key={id}>
                  <strong className="font-medium">{id}</strong>:{" "}
                  {error?.code === "not_found"
                    ? t("gone")
                    : error?.code === "invalid_state"
                      ? t("taken")
                      : error?.message}
                </li>
              ))}
            </ul>
          </div>
        </Notice>
      )}
    </>
  )
}
