"use client"

import type { ComponentProps } from "react"
import { useFormStatus } from "react-dom"
import { buttonClasses, type ButtonVariant } from "@/ui/button-variant"
import { PendingLabel } from "@/ui/pending-label"

interface SubmitButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant
  /** Its action runs; the action of a form that React submits is known without it. */
  pending?: boolean
}

/** The button of a form on a page without the router's links, such as the sign-in pages. */
export function SubmitButton({
  variant = "primary",
  pending = false,
  type = "submit",
  disabled = false,
  className,
  children,
  ...rest
}: SubmitButtonProps) {
  const busy = useFormStatus().pending || pending
  return (
    <button
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClasses(variant, className)}
      {...rest}
    >
      <PendingLabel pending={busy}>{children}</PendingLabel>
    </button>
  )
}
