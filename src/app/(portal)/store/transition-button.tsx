"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import type { OrderButton, OrderMutation } from "@/app/(portal)/store/order-button"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button, type ButtonVariant } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useErrorMessage } from "@/ui/error-message"
import { DENSE_BUTTON } from "@/ui/table/dense-button"

interface TransitionButtonProps extends OrderButton {
  id: string
  move: OrderMutation<{ id: string }>
  label: string
  /** The accessible name of the button, because several have the same label. */
  named: string
  variant?: ButtonVariant
  /** The text of a confirmation; without it the button acts immediately. */
  confirmation?: { title: string; text: string; submit: string }
}

/** Advances an order by one step. An error is shown in a dialog. */
export function TransitionButton({
  offered,
  busy,
  livemode,
  refresh,
  id,
  move,
  label,
  named,
  variant = "secondary",
  dense = false,
  confirmation,
}: TransitionButtonProps) {
  const t = useTranslations("OrderHandling")
  const common = useTranslations("Common")
  const errorMessage = useErrorMessage()
  const [open, setOpen] = useState(false)
  const start = (): void =>
    move.mutate(
      { id },
      {
        onSuccess: () => {
          setOpen(false)
          refresh()
        },
        onError: () => setOpen(true),
      },
    )
  const failure = move.error && failureOf(move.error)
  const stale = failure?.code === "invalid_state" || failure?.code === "not_found"
  const close = (): void => {
    setOpen(false)
    if (stale) refresh()
    if (!move.isPending) move.reset()
  }
  return (
    <>
      {offered && (
        <Button
          {...(dense ? DENSE_BUTTON : { variant })}
          aria-label={named}
          pending={move.isPending}
          disabled={busy}
          onClick={() => (confirmation ? setOpen(true) : start())}
        >
          {label}
        </Button>
      )}
      {open && (
        <Dialog title={confirmation?.title ?? named} livemode={livemode} onClose={close}>
          <div className="grid gap-3">
            {failure && (
              <Alert key={move.submittedAt} {...(stale && { title: t("conflict_title") })}>
                {stale ? t("conflict_text") : errorMessage(failure)}
              </Alert>
            )}
            {confirmation && !stale && <p className="text-muted">{confirmation.text}</p>}
          </div>
          <DialogActions>
            <Button onClick={close} data-first={confirmation && true}>
              {stale ? t("refresh") : common("cancel")}
            </Button>
            {confirmation && !stale && (
              <Button variant="primary" onClick={start} pending={move.isPending}>
                {confirmation.submit}
              </Button>
            )}
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
