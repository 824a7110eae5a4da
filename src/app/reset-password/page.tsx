import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { AuthCard } from "@/app/auth-card"
import { ResetPasswordForm } from "@/app/reset-password/reset-password-form"
import { continueTo } from "@/app/continue-to"
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
  const { token, return: returnTo } = await searchParams
  return (
    <AuthCard>
      <ClientMessages namespaces={["ResetPassword", "Problems"]}>
        <ResetPasswordForm
          token={typeof token === "string" ? token : ""}
          passwordMin={PASSWORD_MIN}
          {...(await continueTo(returnTo))}
        />
      </ClientMessages>
    </AuthCard>
  )
}

export default ResetPasswordPage
