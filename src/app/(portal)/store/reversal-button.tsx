"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import type { OrderButton } from "@/app/(portal)/store/order-button"
import { ReversalForm, type ReversalFormProps } from "@/app/(portal)/store/reversal-form"
import { formatMoney } from "@/i18n/format"
import { Button, type ButtonVariant } from "@/ui/button"
import { Dialog } from "@/ui/dialog"
import { Notice } from "@/ui/notice"
import { useActionNotice } from "@/ui/action-notices"

interface ReversalButtonProps extends Omit<ReversalFormProps, "onClose" | "onDone">, OrderButton {
  label: string
  /** The accessible name of the button, and the title of its dialog. */
  named: string
  variant?: ButtonVariant
  /** What was done. */
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
  const report = useActionNotice()
  const [open, setOpen] = useState(false)
  const close = (changed: boolean): void => {
    setOpen(false)
    if (!form.undo.isPending) form.undo.reset()
    if (changed) refresh()
  }
  const onDone = (refunded: number): void => {
    close(true)
    report(
      <Notice tone="good" title={done}>
        <p>{t("cancel_refunded", { paise: refunded, amount: formatMoney(refunded, locale) })}</p>
      </Notice>,
    )
  }
  return (
    <>
      {offered && (
        <Button variant={variant} aria-label={named} disabled={busy} onClick={() => setOpen(true)}>
          {label}
        </Button>
      )}
      {open && (
        <Dialog title={named} livemode={livemode} onClose={() => close(false)}>
          <ReversalForm {...form} onClose={close} onDone={onDone} />
        </Dialog>
      )}
    </>
  )
}
