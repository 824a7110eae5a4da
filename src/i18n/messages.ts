import type { Locale } from "@/domain/locale"
import en from "@/i18n/messages/en.json"
import hi from "@/i18n/messages/hi.json"
import mai from "@/i18n/messages/mai.json"

export type Messages = typeof en

const MESSAGES: Record<Locale, Messages> = { en, hi, mai }

export function messagesOf(locale: Locale): Messages {
  return MESSAGES[locale]
}
