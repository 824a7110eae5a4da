import { useLocale, useTranslations } from "next-intl"
import type { ComponentProps } from "react"
import { type Locale, LOCALE_NAMES, LOCALES } from "@/domain/locale"

/** One button for each language; works without scripts. */
export function LanguageSwitch({ action }: { action: (form: FormData) => Promise<void> }) {
  const t = useTranslations("Common")
  const current = useLocale()
  return (
    <form action={action} aria-label={t("language")} className="flex flex-wrap gap-x-1">
      <LanguageButtons current={current} />
    </form>
  )
}

/** The buttons, which submit the form around them or the one that `form` names. */
export function LanguageButtons({
  current,
  ...button
}: { current: Locale } & Pick<ComponentProps<"button">, "form" | "formNoValidate">) {
  return LOCALES.map((locale) => (
    <button
      key={locale}
      type="submit"
      name="locale"
      value={locale}
      lang={locale}
      aria-pressed={locale === current}
      className="min-h-8 rounded-md px-2 py-0.5 text-sm leading-[1.7] text-muted hover:bg-sunken hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink"
      {...button}
    >
      {LOCALE_NAMES[locale]}
    </button>
  ))
}
