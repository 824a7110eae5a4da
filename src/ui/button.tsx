import Link from "next/link"
import type { ComponentProps } from "react"
import { buttonClasses, type ButtonLook } from "@/ui/button-look"

export type { ButtonLook }

interface Look {
  look?: ButtonLook
}

export const Button = ({
  look = "secondary",
  className,
  type = "button",
  ...rest
}: ComponentProps<"button"> & Look) => <button type={type} className={buttonClasses(look, className)} {...rest} />

export const ButtonLink = ({ look = "secondary", className, ...rest }: ComponentProps<typeof Link> & Look) => (
  <Link className={buttonClasses(look, className)} {...rest} />
)
