import { useTranslations } from "next-intl"
import type { Ref } from "react"
import { InputField } from "@/ui/field"

interface ProofFieldProps {
  /** What is asked for: the code of the second factor, a recovery code, or the password. */
  kind: "password" | "code" | "recovery"
  error: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** The field of a dialog in which a person proves who they are; its name is "proof". */
export function ProofField({ kind, error, ref }: ProofFieldProps) {
  const t = useTranslations("StepUp")
  const password = kind === "password"
  return (
    <InputField
      label={t(kind)}
      name="proof"
      type={password ? "password" : "text"}
      autoComplete={password ? "current-password" : "one-time-code"}
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={password ? 200 : 40}
      data-first
      error={error}
      ref={ref}
    />
  )
}
