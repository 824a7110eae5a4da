import Link from "next/link"
import type { ComponentProps } from "react"

export type ButtonLook = "primary" | "secondary" | "danger" | "quiet"

const SHAPE =
  "inline-flex min-h-10 items-center justify-center gap-2 rounded-lg border px-4 py-1.5 text-sm font-medium no-underline transition-colors disabled:cursor-default disabled:opacity-60"

const LOOKS: Record<ButtonLook, string> = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border-line-strong bg-surface text-ink hover:bg-sunken",
  danger: "border-transparent bg-danger text-on-danger hover:bg-danger-strong",
  quiet: "border-transparent bg-transparent px-2.5 text-link hover:bg-indigo-soft",
}

interface Look {
  look?: ButtonLook
}

const classes = (look: ButtonLook, className: string | undefined): string => [SHAPE, LOOKS[look], className].filter(Boolean).join(" ")

export const Button = ({ look = "secondary", className, type = "button", ...rest }: ComponentProps<"button"> & Look) => (
  <button type={type} className={classes(look, className)} {...rest} />
)

export const ButtonLink = ({ look = "secondary", className, ...rest }: ComponentProps<typeof Link> & Look) => (
  <Link className={classes(look, className)} {...rest} />
)
