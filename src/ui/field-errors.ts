import { useTranslations } from "next-intl"
import { useEffect, useState } from "react"

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: Element): element is Control =>
  (element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement) &&
  element.willValidate &&
  element.name !== ""

/** Spaces count as a value only in a password. */
const isEmpty = ({ type, value }: Control): boolean => (type === "password" ? value : value.trim()) === ""

/** Keyed by the names of the fields. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

/**
 * Validates a form with the page's own messages, because browsers use their own language and none supports Maithili.
 * The form has noValidate, and its fields have the usual attributes: required, type, minLength. The first invalid field
 * gets the focus.
 * @param first the errors of the form as it was posted before any script had loaded
 */
export const useFieldErrors = (
  first: FieldErrors = {},
): {
  errors: FieldErrors
  /** Whether every field is valid. */
  check: (form: HTMLFormElement) => boolean
  /** Shows the server's errors of a form that was valid. */
  refuse: (errors: FieldErrors) => void
} => {
  const t = useTranslations("Problems")
  const [{ form, errors }, setFound] = useState<{ form: HTMLFormElement | null; errors: FieldErrors }>({
    form: null,
    errors: first,
  })

  useEffect(() => {
    form?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [form, errors])

  const wordsFor = (control: Control): string | null => {
    if (control.validity.badInput) return t("incomplete")
    if (control.required && isEmpty(control)) return t("required")
    if (control.validity.typeMismatch) return t(control.type === "url" ? "url" : "invalid_email")
    return "minLength" in control && control.value.length < control.minLength
      ? t("password_short", { min: String(control.minLength) })
      : null
  }

  const check = (checked: HTMLFormElement): boolean => {
    const wrong = [...checked.elements].filter(isControl).flatMap((control) => {
      const words = wordsFor(control)
      return words === null ? [] : [[control.name, words] as const]
    })
    setFound({ form: checked, errors: Object.fromEntries(wrong) })
    return wrong.length === 0
  }

  return { errors, check, refuse: (refused) => setFound((last) => ({ ...last, errors: refused })) }
}
