import { useTranslations } from "next-intl"
import { useEffect, useState } from "react"

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isControl(element: Element): element is Control {
  return (
    (element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement) &&
    element.willValidate &&
    element.name !== ""
  )
}

/** The messages for empty fields, by what browsers fill in. */
const REQUIRED = {
  name: "own_name_required",
  email: "email_required",
  username: "email_required",
  "current-password": "password_required",
  "new-password": "password_required",
} as const

function requiredErrorKey({ autocomplete, type }: Control) {
  const [field = ""] = autocomplete.split(" ")
  if (field in REQUIRED) return REQUIRED[field as keyof typeof REQUIRED]
  return type === "email" ? "invalid_email" : "required"
}

/** Spaces count as a value only in a password. */
function isEmpty({ type, value }: Control): boolean {
  return (type === "password" ? value : value.trim()) === ""
}

/** Keyed by the names of the fields. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

/**
 * Validates a form with the page's own messages, because browsers use their own language and none supports Maithili.
 * The form has noValidate, and its fields have the usual attributes: required, type, minLength; data-max is the
 * most characters, where maxLength would cut what is pasted. The first invalid field gets the focus.
 * @param initial the errors of the form as it was posted before any script had loaded
 */
export function useFieldErrors(initial: FieldErrors = {}): {
  errors: FieldErrors
  /** Whether every field is valid. */
  validate: (form: HTMLFormElement) => boolean
  /** Shows the server's errors of a form that was valid. */
  setServerErrors: (errors: FieldErrors) => void
} {
  const t = useTranslations("Problems")
  const [{ form, errors }, setState] = useState<{ form: HTMLFormElement | null; errors: FieldErrors }>({
    form: null,
    errors: initial,
  })

  useEffect(() => {
    form?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [form, errors])

  const messageFor = (control: Control): string | null => {
    if (control.validity.badInput) return t("incomplete")
    if (control.required && isEmpty(control)) return t(requiredErrorKey(control))
    if (control.validity.typeMismatch) return t(control.type === "url" ? "url" : "invalid_email")
    const { max } = control.dataset
    if (max !== undefined && control.value.trim().length > Number(max)) return t("too_long", { max })
    return "minLength" in control && control.value.length < control.minLength
      ? t("password_short", { min: String(control.minLength) })
      : null
  }

  const validate = (validated: HTMLFormElement): boolean => {
    const invalid = [...validated.elements].filter(isControl).flatMap((control) => {
      const message = messageFor(control)
      return message === null ? [] : [[control.name, message] as const]
    })
    setState({ form: validated, errors: Object.fromEntries(invalid) })
    return invalid.length === 0
  }

  return {
    errors,
    validate,
    setServerErrors: (serverErrors) => setState((last) => ({ ...last, errors: serverErrors })),
  }
}
