import { getLocale, getTranslations } from "next-intl/server"
import { pluralValues } from "@/i18n/format"

/**
 * How long to wait before another attempt, for a page without scripts.
 * @param seconds from the page's URL
 */
export async function waitMessage(seconds: string | string[] | undefined): Promise<string> {
  const [t, problems, locale] = await Promise.all([getTranslations("SignIn"), getTranslations("Problems"), getLocale()])
  if (typeof seconds !== "string" || !/^\d{1,5}$/.test(seconds)) return t("wait")
  const count = Number(seconds)
  return problems("wait", {
    wait:
      count < 90
        ? problems("seconds", pluralValues(count, locale))
        : problems("minutes", pluralValues(Math.ceil(count / 60), locale)),
  })
}
