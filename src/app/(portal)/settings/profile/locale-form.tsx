import { useTranslations } from "next-intl"
import { type Locale, LOCALES } from "@/domain/locale"
import { Button } from "@/ui/button"
import { ChoiceField } from "@/ui/field"

/** Each language in its own language. */
const NAMES: Record<Locale, string> = { en: "English", hi: "हिन्दी", mai: "मैथिली" }

/** Works without scripts. */
export function LocaleForm({ action, locale }: { action: (form: FormData) => Promise<void>; locale: Locale }) {
  const t = useTranslations("Settings")
  return (
    <form action={action} className="grid gap-4">
      <fieldset className="grid gap-2 sm:grid-cols-3">
        <legend className="sr-only">{t("language")}</legend>
        {LOCALES.map((each) => (
          <ChoiceField
            key={`${each}-${locale}`}
            type="radio"
            name="locale"
            value={each}
            defaultChecked={each === locale}
            label={<span lang={each}>{NAMES[each]}</span>}
          />
        ))}
      </fieldset>
      <div>
        <Button type="submit">{t("language_save")}</Button>
      </div>
    </form>
  )
}
