"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import type { OrderButton } from "@/app/(portal)/store/order-button"
import { ReversalForm, type ReversalFormProps } from "@/app/(portal)/store/reversal-form"
import { formatMoney } from "@/i18n/format"
import { ModeBadge } from "@/ui/badge"
import { Button, type ButtonVariant } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { Notice } from "@/ui/notice"

interface ReversalButtonProps extends Omit<ReversalFormProps, "onClose" | "onDone">, OrderButton {
  label: string
  /** The accessible name of the button, and the title of its dialog. */
  named: string
  variant?: ButtonVariant
  /** The title after success. */
  done: string
}

/** Cancels or refunds an order or a seller order, with a reason for the buyer. */
export function ReversalButton({
  offered,
  busy,
  livemode,
  refresh,
  label,
  named,
  variant = "secondary",
  done,
  ...form
}: ReversalButtonProps) {
  const t = useTranslations("OrderHandling")
  const locale = useLocale()
  const [state, setState] = useState<{ at: "closed" | "form" } | { at: "done"; refunded: number }>({ at: "closed" })
  const close = (changed: boolean): void => {
    setState({ at: "closed" })
    if (!form.undo.isPending) form.undo.reset()
    if (changed) refresh()
  }
  return (
    <>
      {offered && (
        <Button variant={variant} aria-label={named} disabled={busy} onClick={() => setState({ at: "form" })}>
          {label}
        </Button>
      )}
      {state.at !== "closed" && (
        <Dialog
          title={state.at === "done" ? done : named}
          badge={<ModeBadge mode={livemode ? "live" : "test"} />}
          onClose={() => close(state.at === "done")}
        >
          {state.at === "done" ? (
            <>
              <div role="status">
                <Notice tone="good">
                  {t("gone_back", { paise: state.refunded, amount: formatMoney(state.refunded, locale) })}
                </Notice>
              </div>
              <DialogActions>
                <Button variant="primary" onClick={() => close(true)} ref={(button) => button?.focus()}>
                  {t("done")}
                </Button>
              </DialogActions>
            </>
          ) : (
            <ReversalForm {...form} onClose={close} onDone={(refunded) => setState({ at: "done", refunded })} />
          )}
        </Dialog>
      )}
    </>
  )
}
