"use client"

import { useTranslations } from "next-intl"
import { useState, useSyncExternalStore } from "react"
import { adoptAccountLocale } from "@/app/sign-in/adopt-account-locale"
import { Alert } from "@/ui/alert"
import { buttonClasses } from "@/ui/button-look"
import { useSignInRefusal } from "@/app/sign-in/refusal"
import { OrDivider } from "@/ui/or-divider"
import { signIn } from "@/ui/session"

const nothing = (): (() => void) => () => undefined

/** Signs in with a passkey, if the browser supports them; the code is loaded when the button is pressed. */
export const PasskeySignIn = ({ back }: { back: string }) => {
  const t = useTranslations("SignIn")
  const words = useSignInRefusal()
  const able = useSyncExternalStore(
    nothing,
    () => "PublicKeyCredential" in window,
    () => false,
  )
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ text: string; attempt: number } | null>(null)

  const refuse = (text: string | null): void => {
    setRefused((last) => (text === null ? null : { text, attempt: (last?.attempt ?? 0) + 1 }))
    setBusy(false)
  }

  const ask = async (): Promise<void> => {
    const { askPasskey } = await import("@/ui/passkeys")
    const answer = await askPasskey()
    if (answer === null) return refuse(t("passkey_none"))
    const refusal = await signIn({ passkey: JSON.stringify(answer) })
    if (refusal !== null) return refuse(refusal === "CredentialsSignin" ? t("passkey_wrong") : words(refusal))
    await adoptAccountLocale()
    window.location.assign(back)
  }

  const press = (): void => {
    setBusy(true)
    ask().catch(() => refuse(words("offline")))
  }

  return (
    // The space is reserved, so that nothing moves after the script's check.
    <div className={able ? "" : "invisible"}>
      <OrDivider>{t("or")}</OrDivider>
      <div className="grid gap-3">
        {refused && <Alert key={refused.attempt}>{refused.text}</Alert>}
        <button type="button" onClick={press} disabled={busy} className={buttonClasses("secondary", "min-h-11")}>
          {t("passkey")}
        </button>
      </div>
    </div>
  )
}
