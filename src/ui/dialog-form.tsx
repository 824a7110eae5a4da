"use client"

import { useTranslations } from "next-intl"
import type { ReactNode, Ref } from "react"
import { Button } from "@/ui/button"
import { DialogActions } from "@/ui/dialog"

interface DialogFormProps {
  ref?: Ref<HTMLFormElement>
  /** Called in place of the browser's own submission. */
  onSubmit: (form: HTMLFormElement) => void
  /** The label of the submit button; null if the form can only be closed. */
  submit: string | null
  variant?: "primary" | "danger"
  pending: boolean
  disabled?: boolean
  /** The label of the other button; by default Cancel. */
  cancel?: string | undefined
  onCancel: () => void
  children: ReactNode
}

/** The form of a dialog, with the buttons at its end. It shows its own messages, and its fields never get into a URL. */
export function DialogForm({
  ref,
  onSubmit,
  submit,
  variant = "primary",
  pending,
  disabled,
  cancel,
  onCancel,
  children,
}: DialogFormProps) {
  const common = useTranslations("Common")
  return (
    <form
      ref={ref}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The dialog may be inside a form of the page.
        event.stopPropagation()
        onSubmit(event.currentTarget)
      }}
      className="grid gap-4"
    >
      {children}
      <DialogActions>
        <Button onClick={onCancel}>{cancel ?? common("cancel")}</Button>
        {submit !== null && (
          <Button type="submit" variant={variant} pending={pending} disabled={disabled}>
            {submit}
          </Button>
        )}
      </DialogActions>
    </form>
  )
}
