import { useTranslations } from "next-intl"
import { useEffect, useState } from "react"

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: Element): element is Control =>
  (element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement) &&
  element.willValidate &&
  element.name !== ""

/** Spaces are an answer in a password alone. */
const isEmpty = ({ type, value }: Control): boolean => (type === "password" ? value : value.trim()) === ""

/** Keyed by the names of the fields. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

/**
 * What is wrong with a form's fields, in the page's words: browsers tell it in their own language, which no reader of Maithili
 * shares. The form has noValidate, and its fields say as usual what they take: required, type, minLength. The first that is wrong
 * gets the focus.
 * @param first what was wrong with the form as it was posted before any script came
 */
export const useFieldErrors = (
  first: FieldErrors = {},
): {
  errors: FieldErrors
  /** Whether every field holds what it has to. */
  check: (form: HTMLFormElement) => boolean
  /** Says what the server found wrong with a form that was checked. */
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
