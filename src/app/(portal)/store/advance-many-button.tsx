"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { BulkResult } from "@/app/(portal)/store/bulk-result"
import { useRefreshOrders } from "@/app/(portal)/store/use-refresh-orders"
import type { AdvanceStep, StoreOrder } from "@/features/seller-orders/schema"
import { pluralValues } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button, type ButtonVariant } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useErrorMessage } from "@/ui/error-message"
import { useActionNotice } from "@/ui/action-notices"
import { trpc } from "@/ui/trpc"

interface AdvanceManyButtonProps {
  step: AdvanceStep
  /** The orders that can take the step; without any there is no button, but an open dialog stays. */
  orders: readonly StoreOrder[]
  variant: ButtonVariant
  onDone: () => void
}

/** Advances several orders by one step. A delivery is confirmed first, and a failure is shown in the same dialog. */
export function AdvanceManyButton({ step, orders, variant, onDone }: AdvanceManyButtonProps) {
  const t = useTranslations("BulkOrders")
  const common = useTranslations("Common")
  const locale = useLocale()
  const errorMessage = useErrorMessage()
  const report = useActionNotice()
  const { refresh } = useRefreshOrders()
  // The dialog keeps its orders, although the list behind it changes.
  const [asked, setAsked] = useState<readonly StoreOrder[]>([])
  const advance = trpc.storeOrders.advance.useMutation({
    onSuccess: ({ data }) => {
      report(
        <BulkResult
          results={data}
          done={(count) => ({ title: t(`done_${step}`, count) })}
          failed={(count) => t(`failed_${step}`, count)}
          changed={t("changed")}
        />,
      )
      refresh()
      onDone()
    },
  })
  const start = (chosen: readonly StoreOrder[]): void =>
    advance.mutate({ step, ids: chosen.map(({ number }) => number) }, { onError: () => setAsked(chosen) })
  const close = (): void => {
    setAsked([])
    if (!advance.isPending) advance.reset()
  }
  const label = (of: readonly StoreOrder[]): string => t(step, pluralValues(of.length, locale))
  return (
    <>
      {orders.length > 0 && (
        <Button
          variant={variant}
          pending={advance.isPending}
          onClick={() => (step === "deliver" ? setAsked(orders) : start(orders))}
        >
          {label(orders)}
        </Button>
      )}
      {asked.length > 0 && (
        <Dialog title={label(asked)} livemode={asked[0]?.livemode ?? true} onClose={close}>
          <div className="grid gap-3">
            {advance.error && <Alert key={advance.submittedAt}>{errorMessage(failureOf(advance.error))}</Alert>}
            {step === "deliver" && (
              <p className="text-muted">{t("deliver_text", pluralValues(asked.length, locale))}</p>
            )}
          </div>
          <DialogActions>
            <Button onClick={close} data-first>
              {common("cancel")}
            </Button>
            <Button variant="primary" onClick={() => start(asked)} pending={advance.isPending}>
              {label(asked)}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
