import Link from "next/link"
import { getTranslations } from "next-intl/server"
import { currentTheme } from "@/app/current-theme"
import { setLocale } from "@/app/set-locale"
import { setTheme } from "@/app/set-theme"
import { hasMailbox } from "@/platform/mailbox"
import { LanguageSwitch } from "@/ui/language-switch"
import { ThemeSwitch } from "@/ui/theme-switch"

export async function PageFooter({ portal = false }: { portal?: boolean }) {
  const t = await getTranslations("Nav")
  const link = "inline-block py-1 hover:text-ink hover:underline"
  return (
    <footer className="border-t border-line">
      <div
        className={`mx-auto flex flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-5 text-sm text-muted sm:px-6 ${portal ? "max-w-[90rem]" : "max-w-6xl group-has-[[data-wide]]/site:max-w-7xl"}`}
      >
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          <li>
            <Link href="/docs" className={link}>
              {t("docs")}
            </Link>
          </li>
          <li>
            <a href="/v1/openapi.json" className={link}>
              {t("openapi")}
            </a>
          </li>
          <li>
            <Link href="/docs/errors" className={link}>
              {t("errors")}
            </Link>
          </li>
          <li>
            <Link href="/status" className={link}>
              {t("status")}
            </Link>
          </li>
          <li>
            <Link href="/terms" className={link}>
              {t("terms")}
            </Link>
          </li>
          <li>
            <Link href="/privacy" className={link}>
              {t("privacy")}
            </Link>
          </li>
          {hasMailbox() && (
            <li>
              <Link href="/dev/mailbox" className={link}>
                {t("mailbox")}
              </Link>
            </li>
          )}
        </ul>
        {/* Aligns the text, not its padding, with the content above. */}
        <div className="-mx-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <LanguageSwitch action={setLocale} />
          <div className="px-2">
            <ThemeSwitch current={await currentTheme()} action={setTheme} />
          </div>
        </div>
      </div>
    </footer>
  )
}
