"use client"

import { useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { type ReactNode, useState } from "react"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button, type ButtonLook } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useFailureWords } from "@/ui/failure-words"

interface ConfirmButtonProps {
  label: string
  /** What a screen reader says of the button, where the label alone is one of many. */
  named?: string
  look?: ButtonLook
  disabled?: boolean
  title: string
  badge?: ReactNode
  /** What it will do, to whom. */
  text: string
  submit: string
  /** What to say when things have changed since the page was loaded. */
  gone: string
  act: () => Promise<unknown>
  /** Where to go afterwards; without it the page is brought up to date. */
  then?: string
}

/** A button that says what it will do before it does it. */
export const ConfirmButton = ({ label, named, look = "secondary", disabled, ...dialog }: ConfirmButtonProps) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look={look} onClick={() => setOpen(true)} aria-label={named} disabled={disabled}>
        {label}
      </Button>
      {open && <ConfirmDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  )
}

const ConfirmDialog = ({
  title,
  badge,
  text,
  submit,
  gone,
  act,
  then,
  onClose,
}: Omit<ConfirmButtonProps, "label" | "named" | "look" | "disabled"> & { onClose: () => void }) => {
  const common = useTranslations("Common")
  const failureWords = useFailureWords()
  const router = useRouter()
  const acting = useMutation({
    mutationFn: act,
    onSuccess: () => {
      onClose()
      if (then !== undefined) router.push(then)
      router.refresh()
    },
  })
  const failure = acting.error && failureOf(acting.error)
  return (
    <Dialog title={title} badge={badge} onClose={onClose}>
      <div className="grid gap-3">
        {failure && (
          <Alert key={acting.submittedAt}>
            {failure.code === "invalid_state" || failure.code === "not_found" ? gone : failureWords(failure)}
          </Alert>
        )}
        <p className="text-muted">{text}</p>
      </div>
      <DialogActions>
        <Button onClick={onClose} data-first>
          {common("cancel")}
        </Button>
        <Button look="danger" onClick={() => acting.mutate()} disabled={acting.isPending}>
          {submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
