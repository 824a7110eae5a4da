import Link from "next/link"
import type { ComponentProps } from "react"
import { buttonClasses, type ButtonVariant } from "@/ui/button-variant"

export type { ButtonVariant }

interface VariantProps {
  variant?: ButtonVariant
}

export const Button = ({
  variant = "secondary",
  className,
  type = "button",
  ...rest
}: ComponentProps<"button"> & VariantProps) => (
  <button type={type} className={buttonClasses(variant, className)} {...rest} />
)

export const ButtonLink = ({
  variant = "secondary",
  className,
  ...rest
}: ComponentProps<typeof Link> & VariantProps) => <Link className={buttonClasses(variant, className)} {...rest} />
