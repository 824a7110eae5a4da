import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { AuthCard } from "@/app/auth-card"
import { ForgotPasswordForm } from "@/app/forgot-password/forgot-password-form"
import { mailboxIsOpen } from "@/app/visitor"
import { ClientMessages } from "@/ui/client-messages"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("ForgotPassword"))("title") })

const ForgotPasswordPage = async () => {
  const t = await getTranslations("ForgotPassword")
  return (
    <AuthCard>
      <ClientMessages namespaces={["ForgotPassword", "Problems"]}>
        <ForgotPasswordForm mailbox={mailboxIsOpen()} />
      </ClientMessages>
      <p className="mt-6 text-sm text-muted">
        <a href="/sign-in" className="link">
          {t("back")}
        </a>
      </p>
    </AuthCard>
  )
}

export default ForgotPasswordPage
