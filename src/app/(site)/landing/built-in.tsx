import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { DEFAULT_RATE_LIMITS } from "@/auth/api-key"
import { formatNumber } from "@/i18n/format"

/** The parts of the platform that need no code to be understood; those with a page of their own lead there. */
const PARTS = [
  ["ship", "/docs/guides/ship-an-order"],
  ["webhooks", "/docs/guides/receive-webhooks"],
  ["sandbox", "/docs/guides/sandbox"],
  ["errors", "/docs/errors"],
  ["versions", "/docs/guides/versions"],
  ["limits", "/docs/guides/limits"],
  ["clients", "/docs/guides/typescript-client"],
  ["languages", null],
  ["open", null],
] as const

export async function BuiltIn() {
  const [t, locale] = await Promise.all([getTranslations("Landing"), getLocale()])
  const limits = {
    live: formatNumber(DEFAULT_RATE_LIMITS.live, locale),
    test: formatNumber(DEFAULT_RATE_LIMITS.test, locale),
  }
  return (
    <section aria-labelledby="built-in" className="grid gap-6">
      <h2 id="built-in" className="text-2xl font-semibold">
        {t("built_in_title")}
      </h2>
      <ul className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line shadow-card sm:grid-cols-2 lg:grid-cols-3">
        {PARTS.map(([part, href]) => (
          <li key={part} className="relative grid content-start gap-1 bg-surface p-5">
            <h3 className="font-semibold">
              {href === null ? (
                t(`${part}_title`)
              ) : (
                <Link href={href} prefetch={false} className="link after:absolute after:inset-0">
                  {t(`${part}_title`)}
                </Link>
              )}
            </h3>
            <p className="text-sm text-muted">{part === "limits" ? t("limits_text", limits) : t(`${part}_text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
