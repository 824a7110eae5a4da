import { EMAIL_MAX } from "@/domain/email-address"
import { InputField } from "@/ui/field"
import type { FieldErrors } from "@/ui/field-errors"

/** The messages for empty fields, which the server rejects too. */
export const ACCOUNT_FIELD_REQUIRED = {
  name: "own_name_required",
  email: "email_required",
  password: "password_required",
} as const

export function isAccountField(name: string): name is keyof typeof ACCOUNT_FIELD_REQUIRED {
  return name in ACCOUNT_FIELD_REQUIRED
}

interface AccountFieldsProps {
  labels: Record<"name" | "email" | "password" | "passwordHint", string>
  /** The values that a submission without scripts sent. */
  values: Partial<Record<string, string>> | undefined
  errors: FieldErrors
  passwordMin: number
}

/** The fields that create an account: name, email address and a new password. */
export function AccountFields({ labels, values, errors, passwordMin }: AccountFieldsProps) {
  return (
    <>
      <InputField
        label={labels.name}
        name="name"
        defaultValue={values?.name}
        autoComplete="name"
        required
        maxLength={120}
        error={errors.name}
      />
      <InputField
        label={labels.email}
        name="email"
        type="email"
        defaultValue={values?.email}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={EMAIL_MAX}
        error={errors.email}
      />
      <InputField
        label={labels.password}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={passwordMin}
        maxLength={200}
        hint={labels.passwordHint}
        error={errors.password}
      />
    </>
  )
}
