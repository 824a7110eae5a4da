import type { ComponentProps, ReactNode } from "react"
import { type ButtonVariant, buttonClasses } from "@/ui/button-variant"
import { Notice } from "@/ui/notice"

/** The hidden fields of an interaction's form: its id, and the CSRF token. */
export interface InteractionForm {
  interaction: string
  csrf: string
}

export function FormFields({ form: { interaction, csrf } }: { form: InteractionForm }) {
  return (
    <>
      <input type="hidden" name="interaction" value={interaction} />
      <input type="hidden" name="csrf" value={csrf} />
    </>
  )
}

/** The error of the previous attempt. */
export function FailureAlert({ text }: { text: string | null }) {
  if (text === null) return null
  return <FormAlert tone="danger">{text}</FormAlert>
}

export function FormAlert({ tone, children }: ComponentProps<typeof Notice>) {
  return (
    <div role="alert" className="mb-4">
      <Notice tone={tone}>{children}</Notice>
    </div>
  )
}

interface DecisionButtonProps {
  id: string
  value: string
  variant: ButtonVariant
  children: ReactNode
}

/** A submit button that sends a decision. */
export function DecisionButton({ id, value, variant, children }: DecisionButtonProps) {
  return (
    <button type="submit" name="decision" value={value} id={id} className={buttonClasses(variant, "min-h-11")}>
      {children}
    </button>
  )
}
