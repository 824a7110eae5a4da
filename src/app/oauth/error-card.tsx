import type { Translator } from "@/i18n/translator"
import type { UnsafeReason } from "@/oauth/oauth-error"

/** Explains an error for which there is no redirect. */
export function ErrorCard({ t, reason }: { t: Translator; reason: UnsafeReason }) {
  // Errors that people meet without a fault of their own: too late, twice or in another browser.
  const [title, hint] =
    reason === "interaction"
      ? [t("Oauth.expired_title"), t("Oauth.expired_hint")]
      : [t("Oauth.error_title"), t("Oauth.error_hint")]
  return (
    <>
      <h1 className="mb-3 text-2xl font-semibold">{title}</h1>
      <p className="mb-3">{t(`Oauth.error_${reason}`)}</p>
      <p className="text-sm text-muted">{hint}</p>
    </>
  )
}
