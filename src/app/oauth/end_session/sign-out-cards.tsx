import { DecisionButton, FormAlert } from "@/app/oauth/form-parts"
import type { Locale } from "@/domain/locale"
import type { Translator } from "@/i18n/translator"
import type { ConfirmationReason, SignOutRequest } from "@/oauth/end-session"
import { Notice } from "@/ui/notice"

interface SignOutCardProps {
  t: Translator
  form: { csrf: string; locale: Locale; request: string | null }
  appName: string | null
  doubt: ConfirmationReason
}

/** Asks whether to sign out. */
export function SignOutCard({ t, form: { csrf, locale, request }, appName, doubt }: SignOutCardProps) {
  return (
    <>
      <h1 className="mb-3 text-2xl font-semibold">{t("Oauth.sign_out_title")}</h1>
      <p className="mb-4">
        {appName === null ? t("Oauth.sign_out_lead") : t("Oauth.sign_out_lead_app", { app: appName })}
      </p>
      {doubt !== "no_hint" && <FormAlert tone="warning">{t(`Oauth.sign_out_${doubt}`)}</FormAlert>}
      <form method="post" action="/oauth/end_session" id="sign-out-form">
        <input type="hidden" name="csrf" value={csrf} />
        <input type="hidden" name="ui_locales" value={locale} />
        {request !== null && <input type="hidden" name="request" value={request} />}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 pt-2">
          <DecisionButton id="stay" value="stay" variant="secondary">
            {t("Oauth.stay")}
          </DecisionButton>
          <DecisionButton id="sign-out" value="sign_out" variant="primary">
            {t("Oauth.sign_out")}
          </DecisionButton>
        </div>
      </form>
    </>
  )
}

interface SignedOutCardProps {
  t: Translator
  /** The app to which the browser should have been redirected. */
  appName: string | null
  /** Why there is no redirect. */
  fault: SignOutRequest["problem"]
}

export function SignedOutCard({ t, appName, fault }: SignedOutCardProps) {
  return (
    <>
      <h1 className="mb-3 text-2xl font-semibold">{t("Oauth.signed_out_title")}</h1>
      {fault !== null && (
        <div role="alert" className="mb-4">
          <Notice tone="warning">
            <p>
              {appName !== null && `${t("Oauth.sign_out_lead_app", { app: appName })} `}
              {t(`Oauth.sign_out_${fault}`)}
            </p>
          </Notice>
        </div>
      )}
      <p className="mb-4">{t("Oauth.signed_out_lead")}</p>
      <p className="text-sm">
        <a href="/" className="link">
          {t("Oauth.to_home")}
        </a>
      </p>
    </>
  )
}
