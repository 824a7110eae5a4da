import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { getTranslations } from "next-intl/server"
import { AuthCard } from "@/app/auth-card"
import { LegalLinks } from "@/app/legal-links"
import { ProviderLinks } from "@/app/sign-in/provider-links"
import { SignUpForm } from "@/app/sign-up/sign-up-form"
import { offeredProviders } from "@/auth/external-identity/providers"
import { currentAccount } from "@/app/current-account"
import { PASSWORD_MIN } from "@/features/accounts/schema"
import { hasMailbox } from "@/platform/mailbox"
import { ClientMessages } from "@/ui/client-messages"
import { signInEntryPath, isOauthReturn, safeReturnPath } from "@/domain/return-path"

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("SignUp")
  return { title: t("title"), description: t("lead") }
}

async function SignUpPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const [{ return: returnTo }, account] = await Promise.all([searchParams, currentAccount()])
  const back = safeReturnPath(returnTo)
  // An app may require a new sign-in even if an account is signed in.
  if (account && !isOauthReturn(back)) redirect(back ?? "/overview")
  return (
    <AuthCard>
      <ClientMessages namespaces={["SignUp", "Problems"]}>
        <SignUpForm
          passwordMin={PASSWORD_MIN}
          mailbox={hasMailbox()}
          back={back}
          signIn={signInEntryPath(back)}
          providers={<ProviderLinks providers={offeredProviders()} back={back} />}
        />
      </ClientMessages>
      <LegalLinks />
    </AuthCard>
  )
}

export default SignUpPage
