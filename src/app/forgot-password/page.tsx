import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { AuthCard } from "@/app/auth-card"
import { ForgotPasswordForm } from "@/app/forgot-password/forgot-password-form"
import { signInEntryPath, safeReturnPath } from "@/domain/return-path"
import { hasMailbox } from "@/platform/mailbox"
import { ClientMessages } from "@/ui/client-messages"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("ForgotPassword"))("title"),
  }
}

async function ForgotPasswordPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const [t, { return: returnTo }] = await Promise.all([getTranslations("ForgotPassword"), searchParams])
  const back = safeReturnPath(returnTo)
  return (
    <AuthCard>
      <ClientMessages namespaces={["ForgotPassword", "Problems"]}>
        <ForgotPasswordForm mailbox={hasMailbox()} back={back} />
      </ClientMessages>
      <p className="mt-6 text-sm text-muted">
        <a href={signInEntryPath(back)} className="link">
          {t("back")}
        </a>
      </p>
    </AuthCard>
  )
}

export default ForgotPasswordPage
