import type { Metadata } from "next"
import Link from "next/link"
import { redirect } from "next/navigation"
import { getTranslations } from "next-intl/server"
import { AuthCard } from "@/app/auth-card"
import { SignInForm } from "@/app/sign-in/sign-in-form"
import { visitor } from "@/app/visitor"
import { ClientMessages } from "@/ui/client-messages"
import { returnPath } from "@/ui/return-path"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("SignIn"))("title") })

const SignInPage = async ({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) => {
  const [t, { return: asked }, account] = await Promise.all([getTranslations("SignIn"), searchParams, visitor()])
  const back = returnPath(asked)
  if (account) redirect(back)
  return (
    <AuthCard>
      <h1 className="mb-1 text-2xl font-semibold">{t("title")}</h1>
      <p className="mb-6 text-muted">{asked === undefined ? t("lead") : t("continue_note")}</p>
      <ClientMessages namespaces={["SignIn", "Problems"]}>
        <SignInForm back={back} />
      </ClientMessages>
      <p className="mt-6 text-sm text-muted">
        {t("new_here")}{" "}
        <Link href={asked === undefined ? "/sign-up" : `/sign-up?return=${encodeURIComponent(back)}`} className="link">
          {t("create")}
        </Link>
      </p>
    </AuthCard>
  )
}

export default SignInPage
