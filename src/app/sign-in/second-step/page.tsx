import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { getTranslations } from "next-intl/server"
import { AuthCard } from "@/app/auth-card"
import { PasskeySignIn } from "@/app/sign-in/passkey-sign-in"
import { CodeForm } from "@/app/sign-in/second-step/code-form"
import { waitMessage } from "@/app/sign-in/wait-message"
import { pendingSecondStep } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"
import { Notice } from "@/ui/notice"
import { returnPath, signInPath } from "@/domain/return-path"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("SignIn"))("step_title"),
  }
}

const REASONS = ["missing", "wrong", "wait"] as const

async function SecondStepPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const [t, { return: returnTo, error, seconds }, step] = await Promise.all([
    getTranslations("SignIn"),
    searchParams,
    pendingSecondStep(),
  ])
  const back = returnPath(returnTo)
  if (!step) redirect(`${signInPath(back)}&error=step_expired`)
  const reason = REASONS.find((each) => each === error)
  return (
    <AuthCard>
      <h1 className="mb-1 text-2xl font-semibold">{t("step_title")}</h1>
      <p className="mb-6 text-muted">{t(step.totp ? "step_lead" : "step_lead_recovery")}</p>
      {reason !== undefined && (
        <div role="alert" className="mb-4">
          <Notice tone="danger">{reason === "wait" ? await waitMessage(seconds) : t(`step_${reason}`)}</Notice>
        </div>
      )}
      <ClientMessages namespaces={["SignIn", "Problems"]}>
        <CodeForm back={back} totp={step.totp} />
        {step.passkeys && <PasskeySignIn back={back} />}
      </ClientMessages>
      <p className="mt-6 text-sm">
        <a href={signInPath(back)} className="link">
          {t("step_back")}
        </a>
      </p>
    </AuthCard>
  )
}

export default SecondStepPage
