import { getTranslations } from "next-intl/server"
import { env } from "@/platform/env"

/** What a person accepts by what they do above it, once the operator has published both documents. */
export async function LegalLinks() {
  if (env.legalFiles.terms === null || env.legalFiles.privacy === null) return null
  const t = await getTranslations("Legal")
  return (
    <p className="mt-4 text-sm text-muted">
      {t("accept")}{" "}
      <a href="/terms" className="link">
        {t("terms")}
      </a>
      {" · "}
      <a href="/privacy" className="link">
        {t("privacy")}
      </a>
    </p>
  )
}
