import { EMAIL_MAX } from "@/domain/email-address"
import type { Translator } from "@/i18n/translator"
import { FailureAlert, FormFields, type InteractionForm } from "@/app/oauth/form-parts"
import { offeredProviders } from "@/auth/external-identity/providers"
import { signInWithPath } from "@/domain/identity-provider"
import { withReturnPath } from "@/domain/return-path"
import { consentPath } from "@/oauth/interactions"
import { buttonClasses } from "@/ui/button-variant"
import { PlainInput } from "@/ui/field"
import { OrDivider } from "@/ui/or-divider"

interface SignInCardProps {
  t: Translator
  form: InteractionForm
  appName: string
  email: string
  failure: string | null
}

/** The portal's sign-in as a form without scripts, during an authorization. */
export function SignInCard({ t, form, appName, email, failure }: SignInCardProps) {
  // Features that need scripts or emails are on the portal's pages, which return to this request.
  const portal = (page: string): string => withReturnPath(page, consentPath(form.interaction))
  return (
    <>
      <h1 className="mb-1 text-2xl font-semibold">{t("SignIn.title")}</h1>
      <p className="mb-6 text-muted">{t("Oauth.sign_in_lead", { app: appName })}</p>
      <FailureAlert text={failure} />
      <form method="post" action="/oauth/sign-in" id="sign-in-form" noValidate className="grid gap-4">
        <FormFields form={form} />
        <PlainInput
          id="email"
          label={t("SignIn.email")}
          name="email"
          type="email"
          defaultValue={email}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={EMAIL_MAX}
          autoFocus={email === ""}
        />
        <PlainInput
          id="password"
          label={t("SignIn.password")}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
          autoFocus={email !== ""}
        />
        <button type="submit" id="sign-in" className={buttonClasses("primary", "min-h-11")}>
          {t("SignIn.submit")}
        </button>
      </form>
      <OrDivider>{t("SignIn.or")}</OrDivider>
      <a href={portal("/sign-in")} className={buttonClasses("secondary", "min-h-11 w-full")}>
        {t("SignIn.passkey")}
      </a>
      {offeredProviders().map(({ id, name }) => (
        <a key={id} href={portal(signInWithPath(id))} className={buttonClasses("secondary", "mt-3 min-h-11 w-full")}>
          {t("SignIn.with", { provider: name })}
        </a>
      ))}
      <p className="mt-6 text-sm">
        <a href={portal("/forgot-password")} id="forgot-password" className="link">
          {t("SignIn.forgot")}
        </a>
      </p>
      <p className="mt-2 text-sm text-muted">
        {t("SignIn.new_here")}{" "}
        <a href={portal("/sign-up")} id="sign-up" className="link">
          {t("SignIn.create")}
        </a>
      </p>
    </>
  )
}
