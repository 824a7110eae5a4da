import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { getTranslations } from "next-intl/server"
import { AuthCard } from "@/app/auth-card"
import { PasskeySignIn } from "@/app/sign-in/passkey-sign-in"
import { ProviderLinks } from "@/app/sign-in/provider-links"
import { SignInForm } from "@/app/sign-in/sign-in-form"
import { waitMessage } from "@/app/sign-in/wait-message"
import { offeredProviders } from "@/auth/external-identity/providers"
import { currentAccount } from "@/app/current-account"
import { EMAIL_MAX } from "@/domain/email-address"
import { ClientMessages } from "@/ui/client-messages"
import { Notice } from "@/ui/notice"
import { isOauthReturn, withReturnPath, returnPath } from "@/domain/return-path"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("SignIn"))("title") }
}

/** The errors that a page without scripts gets in its URL. */
const REASONS = [
  "missing",
  "wrong",
  "wait",
  "step_expired",
  "connect",
  "address_unverified",
  "locked",
  "provider",
] as const

/** The message of an error in the URL; next-auth names its own errors in capitals, such as OAuthCallback. */
function reasonOf(error: string | string[] | undefined): (typeof REASONS)[number] | undefined {
  return (
    REASONS.find((each) => each === error) ??
    (typeof error === "string" && /^[A-Z]/.test(error) ? "provider" : undefined)
  )
}

async function SignInPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const [t, common, { return: returnTo, error, seconds, login_hint: hint }, account] = await Promise.all([
    getTranslations("SignIn"),
    getTranslations("Common"),
    searchParams,
    currentAccount(),
  ])
  const back = returnPath(returnTo)
  // An app may require a new sign-in even if an account is signed in.
  if (account && !isOauthReturn(back)) redirect(back)
  const reason = reasonOf(error)
  const explicitReturn = returnTo === undefined ? null : back
  return (
    <AuthCard>
      <h1 className="mb-1 text-2xl font-semibold">{t("title")}</h1>
      <p className="mb-6 text-muted">{returnTo === undefined ? t("lead") : t("continue_note")}</p>
      {reason !== undefined && (
        <div role="alert" className="mb-4">
          <Notice tone={reason === "connect" ? "warning" : "danger"}>
            {reason === "wait" ? await waitMessage(seconds) : t(reason, { platform: common("brand") })}
          </Notice>
        </div>
      )}
      <ClientMessages namespaces={["SignIn", "Problems"]}>
        <SignInForm back={back} email={typeof hint === "string" ? hint.slice(0, EMAIL_MAX) : undefined} />
        <PasskeySignIn back={back} />
        <ProviderLinks providers={offeredProviders()} back={explicitReturn} />
      </ClientMessages>
      <p className="mt-6 text-sm">
        <a href={withReturnPath("/forgot-password", explicitReturn)} className="link">
          {t("forgot")}
        </a>
      </p>
      <p className="mt-2 text-sm text-muted">
        {t("new_here")}{" "}
        <a href={withReturnPath("/sign-up", explicitReturn)} className="link">
          {t("create")}
        </a>
      </p>
    </AuthCard>
  )
}

export default SignInPage
