import { getTranslations } from "next-intl/server"
import { resend } from "@/app/verify-email/resend"
import { signInEntryPath } from "@/domain/return-path"
import { buttonClasses } from "@/ui/button-variant"
import { SubmitButton } from "@/ui/submit-button"
import { Notice } from "@/ui/notice"

interface EmailNotVerifiedProps {
  /** The email address of the signed-in account; null if signed out. */
  email: string | null
  back: string | null
  /** The result of a request for another link, from the page's URL. */
  outcome: string | null
}

/**
 * Explains that the address must be confirmed first, and offers another link by email. Works without scripts, like the
 * provider's pages that lead here.
 */
export async function EmailNotVerified({ email, back, outcome: resendResult }: EmailNotVerifiedProps) {
  const [t, problems] = await Promise.all([getTranslations("VerifyEmail"), getTranslations("Problems")])
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-semibold">{t("pending_title")}</h1>
      <p className="text-muted wrap-anywhere">
        {email === null ? t("pending_signed_out") : t("pending_text", { email })}
      </p>
      {resendResult === "sent" && (
        <p role="status" className="text-sm text-neem-ink">
          {t("sent")}
        </p>
      )}
      {resendResult !== null && resendResult !== "sent" && (
        <div role="alert">
          <Notice tone="danger">{problems("refused")}</Notice>
        </div>
      )}
      {email === null ? (
        <a href={signInEntryPath(back)} className={buttonClasses("primary", "min-h-11")}>
          {t("sign_in")}
        </a>
      ) : (
        <>
          <a href={back ?? "/overview"} className={buttonClasses("primary", "min-h-11")}>
            {t("pending_continue")}
          </a>
          <form action={resend} className="grid">
            <input type="hidden" name="return" value={back ?? ""} />
            <SubmitButton variant="secondary" className="min-h-11">
              {t("resend")}
            </SubmitButton>
          </form>
        </>
      )}
    </div>
  )
}
