import type { Translator } from "@/i18n/translator"
import { FailureAlert, FormFields, type InteractionForm } from "@/app/oauth/form-parts"
import { withReturnPath } from "@/domain/return-path"
import { consentPath } from "@/oauth/interactions"
import { buttonClasses } from "@/ui/button-variant"
import { PlainInput } from "@/ui/field"
import { OrDivider } from "@/ui/or-divider"

interface SecondStepCardProps {
  t: Translator
  form: InteractionForm
  step: { totp: boolean; passkeys: boolean }
  failure: string | null
}

/** Asks for the code of the second factor. */
export function SecondStepCard({ t, form, step, failure }: SecondStepCardProps) {
  return (
    <>
      <h1 className="mb-1 text-2xl font-semibold">{t("SignIn.step_title")}</h1>
      <p className="mb-6 text-muted">{t(step.totp ? "SignIn.step_lead" : "SignIn.step_lead_recovery")}</p>
      <FailureAlert text={failure} />
      <form method="post" action="/oauth/sign-in" id="step-form" noValidate className="grid gap-4">
        <FormFields form={form} />
        <PlainInput
          id="code"
          label={t(step.totp ? "SignIn.code" : "SignIn.recovery")}
          name="code"
          type="text"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={40}
          autoFocus
          className="font-mono tracking-wide"
        />
        <button type="submit" id="confirm" className={buttonClasses("primary", "min-h-11")}>
          {t("SignIn.step_submit")}
        </button>
      </form>
      {step.passkeys && (
        <>
          <OrDivider>{t("SignIn.or")}</OrDivider>
          <a
            href={withReturnPath("/sign-in", consentPath(form.interaction))}
            className={buttonClasses("secondary", "min-h-11 w-full")}
          >
            {t("SignIn.passkey")}
          </a>
        </>
      )}
    </>
  )
}
