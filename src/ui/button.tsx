import Link from "next/link"
import type { ComponentProps } from "react"
import { PendingLabel } from "@/ui/pending-label"
import { buttonClasses, type ButtonVariant } from "@/ui/button-variant"

export type { ButtonVariant }

interface VariantProps {
  variant?: ButtonVariant
}

interface ButtonProps extends ComponentProps<"button">, VariantProps {
  /** Its action runs: it shows a spinner, and cannot be pressed again. */
  pending?: boolean
}

export function Button({
  variant = "secondary",
  className,
  type = "button",
  pending = false,
  disabled = false,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClasses(variant, className)}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      {...rest}
    >
      <PendingLabel pending={pending}>{children}</PendingLabel>
    </button>
  )
}

export function ButtonLink({ variant = "secondary", className, ...rest }: ComponentProps<typeof Link> & VariantProps) {
  return <Link className={buttonClasses(variant, className)} {...rest} />
}
