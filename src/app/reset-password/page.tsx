import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { AuthCard } from "@/app/auth-card"
import { ResetPasswordForm } from "@/app/reset-password/reset-password-form"
import { continueTo } from "@/app/continue-to"
import { portal } from "@/app/current-account"
import { PASSWORD_MIN } from "@/features/accounts/schema"
import { ClientMessages } from "@/ui/client-messages"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("ResetPassword"))("title"),
  }
}

async function ResetPasswordPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const [{ token: given, return: returnTo }, { accounts }] = await Promise.all([searchParams, portal()])
  const token = typeof given === "string" ? given : ""
  const [link, continuation] = await Promise.all([accounts.getPasswordResetLink({ token }), continueTo(returnTo)])
  return (
    <AuthCard>
      <ClientMessages namespaces={["ResetPassword", "Problems"]}>
        <ResetPasswordForm token={token} valid={link.valid} passwordMin={PASSWORD_MIN} {...continuation} />
      </ClientMessages>
    </AuthCard>
  )
}

export default ResetPasswordPage
