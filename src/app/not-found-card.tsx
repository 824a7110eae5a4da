import type { ReactNode } from "react"
import { getTranslations } from "next-intl/server"
import { buttonClasses } from "@/ui/button-variant"

/** Shown in a page's place when its object does not exist. @param children further ways on */
export const NotFoundCard = async ({ children }: { children?: ReactNode }) => {
  const t = await getTranslations("ErrorPage")
  return (
    <div className="grid justify-items-start gap-4 py-12">
      <p className="font-mono text-sm text-muted">404</p>
      <h1 className="text-2xl font-semibold">{t("missing_title")}</h1>
      <p className="max-w-prose text-muted">{t("missing_text")}</p>
      <div className="flex flex-wrap gap-3">
        <a href="/" className={buttonClasses("primary")}>
          {t("home")}
        </a>
        {children}
      </div>
    </div>
  )
}
