import { useTranslations } from "next-intl"
import { type Synonym, SYNONYM_PROBLEMS, type SynonymProblemCode } from "@/domain/search-synonym"
import type { FieldErrors } from "@/ui/field-errors"

interface Detail {
  /** Such as words.2 or, of a file, lines.17.words.2. */
  param: string
  code: string
}

function isProblemCode(code: string): code is SynonymProblemCode {
  return (SYNONYM_PROBLEMS as readonly string[]).includes(code)
}

/** Says what is wrong with a synonym, in the reader's language. */
export function useSynonymMessage(): {
  /** The message of one problem, with the word that it is about. */
  messageOf: (detail: Detail, synonym: Synonym | undefined) => string
  /** The messages of a form, by field. */
  fieldErrors: (details: readonly Detail[], synonym: Synonym) => FieldErrors
} {
  const t = useTranslations("StaffSynonyms")
  const messageOf = ({ param, code }: Detail, synonym: Synonym | undefined): string => {
    const message = t(`problem_${isProblemCode(code) ? code : "malformed"}`)
    const [, field, index] = /(words|means)\.(\d+)$/.exec(param) ?? []
    const word = field === undefined ? undefined : synonym?.[field as "words" | "means"][Number(index)]
    return word === undefined ? message : t("problem_of_word", { word, message })
  }
  const fieldErrors = (details: readonly Detail[], synonym: Synonym): FieldErrors => {
    const of = (field: string): string | undefined =>
      details
        .filter(({ param }) => param.split(".")[0] === field)
        .map((detail) => messageOf(detail, synonym))
        .join(" ") || undefined
    return { words: of("words"), means: of("means") }
  }
  return { messageOf, fieldErrors }
}
