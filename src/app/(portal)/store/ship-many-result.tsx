"use client"

import { useLocale, useTranslations } from "next-intl"
import type { ShipmentResult } from "@/features/seller-orders/shipments/schema"
import { pluralValues } from "@/i18n/format"
import { Button } from "@/ui/button"
import { DialogActions } from "@/ui/dialog"
import { Notice } from "@/ui/notice"

interface ShipManyResultProps {
  results: readonly ShipmentResult[]
  livemode: boolean
  onClose: () => void
}

/** How many orders were shipped, and which were not. */
export function ShipManyResult({ results, livemode, onClose }: ShipManyResultProps) {
  const t = useTranslations("ShipMany")
  const store = useTranslations("Store")
  const locale = useLocale()
  const failed = results.filter(({ error }) => error)
  return (
    <>
      <div role="status" className="grid gap-3">
        {failed.length < results.length && (
          <Notice tone="good">
            {t(livemode ? "done_text" : "done_test", pluralValues(results.length - failed.length, locale))}
          </Notice>
        )}
        {failed.length > 0 && (
          <Notice tone="danger" title={t("failed", pluralValues(failed.length, locale))}>
            <ul className="grid gap-1">
              {failed.map(({ id, error }) => (
                <li key={id}>
                  <strong className="font-medium">{id}</strong>:{" "}
                  {error?.code === "not_found"
                    ? store("gone_text")
                    : error?.code === "invalid_state"
                      ? store("conflict_text")
                      : error?.message}
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose} ref={(button) => button?.focus()}>
          {store("done")}
        </Button>
      </DialogActions>
    </>
  )
}
