"use client"

import { useTranslations } from "next-intl"
import { useActionState } from "react"
import { openWithSecret } from "@/app/(site)/dev/mailbox/open-with-secret"
import { Alert } from "@/ui/alert"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"

export function SecretForm() {
  const t = useTranslations("Mailbox")
  const errorMessage = useErrorMessage()
  const [failure, action, busy] = useActionState(openWithSecret, null)
  const isWrong = failure?.code === "validation_failed"
  return (
    <form action={action} className="grid max-w-md gap-4">
      {failure && !isWrong && <Alert>{errorMessage(failure)}</Alert>}
      <InputField
        label={t("secret")}
        name="secret"
        type="password"
        autoComplete="off"
        maxLength={200}
        hint={t("secret_hint")}
        error={isWrong ? t("secret_wrong") : undefined}
      />
      <Button type="submit" variant="primary" pending={busy} className="w-fit">
        {t("open")}
      </Button>
    </form>
  )
}
