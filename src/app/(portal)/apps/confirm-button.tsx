"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { type ReactNode, useState } from "react"
import { Alert } from "@/ui/alert"
import { type Failure, failureOf } from "@/ui/api"
import { Button, type ButtonVariant } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useErrorMessage } from "@/ui/error-message"

interface ConfirmDialogProps {
  title: string
  /** Whether it acts on live data or in the sandbox; undefined: on neither. */
  livemode?: boolean | undefined
  /** What will happen, and to which object. */
  text: string
  /** More about it, such as which objects it concerns. */
  children?: ReactNode
  submit: string
  /** The message when the object has changed since the page was loaded. */
  staleMessage: string
  act: () => Promise<unknown>
  /** The page to open afterwards. */
  then?: string
  /** Reloads what has changed. */
  onDone: () => void
}

interface ConfirmButtonProps extends ConfirmDialogProps {
  label: string
  /** The accessible name of the button, where several buttons have the same label. */
  named?: string
  look?: ButtonVariant
  disabled?: boolean
}

/** A button that asks for confirmation. */
export function ConfirmButton({ label, named, look = "secondary", disabled, ...dialog }: ConfirmButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant={look} onClick={() => setOpen(true)} aria-label={named} disabled={disabled}>
        {label}
      </Button>
      {open && <ConfirmDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Asks for confirmation, and acts. */
export function ConfirmDialog({
  title,
  livemode,
  text,
  children,
  submit,
  staleMessage,
  act,
  then,
  onDone,
  onClose,
}: ConfirmDialogProps & { onClose: () => void }) {
  const common = useTranslations("Common")
  const errorMessage = useErrorMessage()
  const router = useRouter()
  const [acting, setActing] = useState(false)
  const [refused, setRefused] = useState<{ failure: Failure; attempt: number } | null>(null)
  const run = async (): Promise<void> => {
    setActing(true)
    try {
      await act()
    } catch (error) {
      setRefused((last) => ({ failure: failureOf(error), attempt: (last?.attempt ?? 0) + 1 }))
      return setActing(false)
    }
    onClose()
    if (then !== undefined) router.push(then)
    onDone()
  }
  return (
    <Dialog title={title} livemode={livemode} onClose={onClose}>
      <div className="grid gap-3">
        {refused && !acting && (
          <Alert key={refused.attempt}>
            {["invalid_state", "not_found"].includes(refused.failure.code)
              ? staleMessage
              : errorMessage(refused.failure)}
          </Alert>
        )}
        {children}
        <p className="text-muted">{text}</p>
      </div>
      <DialogActions>
        <Button onClick={onClose} data-first>
          {common("cancel")}
        </Button>
        <Button variant="danger" onClick={() => void run()} pending={acting}>
          {submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
