import { createTranslator } from "use-intl/core"
import type { Locale } from "@/domain/locale"
import { messagesOf } from "@/i18n/messages"

/** The messages of a language, for what is rendered outside Next's tree, where hooks do not work. */
export function translatorOf(locale: Locale) {
  return createTranslator({ locale, messages: messagesOf(locale) })
}

export type Translator = ReturnType<typeof translatorOf>
