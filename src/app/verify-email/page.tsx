import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { getTranslations } from "next-intl/server"
import { AuthCard } from "@/app/auth-card"
import { EmailNotVerified } from "@/app/verify-email/email-not-verified"
import { ConfirmAddress } from "@/app/verify-email/confirm-address"
import { currentAccount } from "@/app/current-account"
import { continueTo } from "@/app/continue-to"
import { safeReturnPath } from "@/domain/return-path"
import { ClientMessages } from "@/ui/client-messages"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("VerifyEmail"))("title"),
  }
}

// An email scanner opens the link too, so only the button uses up the token.
async function VerifyEmailPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const [{ token, return: returnTo, mail }, account] = await Promise.all([searchParams, currentAccount()])
  if (typeof token !== "string") {
    const back = safeReturnPath(returnTo)
    if (account?.email_verified) redirect(back ?? "/overview")
    return (
      <AuthCard>
        <EmailNotVerified email={account?.email ?? null} back={back} outcome={typeof mail === "string" ? mail : null} />
      </AuthCard>
    )
  }
  return (
    <AuthCard>
      <ClientMessages namespaces={["VerifyEmail", "Problems"]}>
        <ConfirmAddress token={token} signedIn={account !== null} {...(await continueTo(returnTo))} />
      </ClientMessages>
    </AuthCard>
  )
}

export default VerifyEmailPage
