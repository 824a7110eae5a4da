import type { Locale } from "@/domain/locale"
import type { Operation } from "@/docs/operations"
import { messagesOf } from "@/i18n/messages"

/** A title, and the language that it is in. */
interface Title {
  title: string
  language: Locale
}

/** What an operation is called in a reader's language; in English where it has no translation. */
export function operationTitle({ id, summary }: Pick<Operation, "id" | "summary">, locale: Locale): Title {
  const titles: Partial<Record<string, string>> = messagesOf(locale).OperationTitles
  return toTitle(titles[id], summary, locale)
}

/** What a tag of operations, such as "Seller fulfilment", is called in a reader's language. */
export function tagTitle(name: string, locale: Locale): Title {
  const titles: Partial<Record<string, string>> = messagesOf(locale).OperationTags
  return toTitle(titles[name.toLowerCase().replaceAll(" ", "_")], name, locale)
}

// The English titles are those of openapi.json.
function toTitle(translated: string | undefined, english: string, locale: Locale): Title {
  return locale === "en" || translated === undefined
    ? { title: english, language: "en" }
    : { title: translated, language: locale }
}
