import type { Metadata } from "next"
import type { ReactNode } from "react"
import { getTranslations } from "next-intl/server"
import { buttonClasses } from "@/ui/button-variant"

export async function notFoundMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("ErrorPage"))("missing_title"),
    robots: { index: false },
  }
}

interface NotFoundCardProps {
  /** Why the page is missing, if it is known. */
  reason?: { title: string; text: string }
  /** Further ways on. */
  children?: ReactNode
}

/** Shown in a page's place when its object does not exist. */
export async function NotFoundCard({ reason, children }: NotFoundCardProps) {
  const t = await getTranslations("ErrorPage")
  return (
    <div className="grid justify-items-center gap-4 py-16 text-center sm:py-24">
      <div className="awning w-[120px]" aria-hidden="true" />
      <p className="font-mono text-sm text-muted">404</p>
      <h1 className="text-2xl font-semibold">{reason?.title ?? t("missing_title")}</h1>
      <p className="max-w-prose text-muted">{reason?.text ?? t("missing_text")}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <a href="/" className={buttonClasses("primary")}>
          {t("home")}
        </a>
        {children}
      </div>
    </div>
  )
}
