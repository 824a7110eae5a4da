"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { adoptAccountLocale } from "@/app/sign-in/adopt-account-locale"
import { Alert } from "@/ui/alert"
import { SubmitButton } from "@/ui/submit-button"
import { useSignInErrorMessage } from "@/app/sign-in/sign-in-error"
import { OrDivider } from "@/ui/or-divider"
import { signIn } from "@/ui/session"
import { useClientValue } from "@/ui/use-client-value"

/** Signs in with a passkey, if the browser supports them; the code is loaded when the button is pressed. */
export function PasskeySignIn({ back }: { back: string }) {
  const t = useTranslations("SignIn")
  const errorMessage = useSignInErrorMessage()
  const supported = useClientValue(() => "PublicKeyCredential" in window, false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ text: string; attempt: number } | null>(null)

  const showError = (text: string | null): void => {
    setError((last) => (text === null ? null : { text, attempt: (last?.attempt ?? 0) + 1 }))
    setBusy(false)
  }

  const signInWithPasskey = async (): Promise<void> => {
    const { authenticateWithPasskey } = await import("@/ui/passkeys")
    const response = await authenticateWithPasskey()
    if (response === null) return showError(t("passkey_none"))
    const signInError = await signIn({ passkey: JSON.stringify(response) })
    if (signInError !== null)
      return showError(signInError === "CredentialsSignin" ? t("passkey_wrong") : errorMessage(signInError))
    await adoptAccountLocale()
    window.location.assign(back)
  }

  const onClick = (): void => {
    setBusy(true)
    signInWithPasskey().catch(() => showError(errorMessage("offline")))
  }

  return (
    // The space is reserved, so that nothing moves after the script's check.
    <div className={supported ? "" : "invisible"}>
      <OrDivider>{t("or")}</OrDivider>
      <div className="grid gap-3">
        {error && <Alert key={error.attempt}>{error.text}</Alert>}
        <SubmitButton type="button" onClick={onClick} pending={busy} variant="secondary" className="min-h-11">
          {t("passkey")}
        </SubmitButton>
      </div>
    </div>
  )
}
