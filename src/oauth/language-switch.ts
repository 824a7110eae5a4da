import { createTranslator } from "use-intl/core"
import { type Locale, LOCALE_NAMES, LOCALES } from "@/domain/locale"
import { localeCookie } from "@/i18n/locale-cookie"
import { messagesOf } from "@/i18n/messages"
import { type Html, html } from "@/oauth/page"

/**
 * One button for each language. They belong to the page's own form, wherever they stand, so that what has been typed or ticked is
 * sent along; they come after its other buttons, because Enter presses the first.
 * @param form the id of that form
 */
export const languageSwitch = (current: Locale, form: string): Html => {
  const label = createTranslator({ locale: current, messages: messagesOf(current), namespace: "Common" })("language")
  return html`<div class="languages" role="group" aria-label="${label}">${LOCALES.map(
    (locale) =>
      html`<button type="submit" form="${form}" name="locale" value="${locale}" lang="${locale}" aria-pressed="${String(locale === current)}" formnovalidate>${LOCALE_NAMES[locale]}</button>`,
  )}</div>`
}

/** The header that makes the portal remember the choice too. */
export const rememberLocale = (locale: Locale): { "set-cookie": string } => ({ "set-cookie": localeCookie(locale) })
