"use client"

import { useTranslations } from "next-intl"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { Notice } from "@/ui/notice"
import { trpc } from "@/ui/trpc"

export function UnverifiedBanner({ email }: { email: string }) {
  const t = useTranslations("Unverified")
  const errorMessage = useErrorMessage()
  const resend = trpc.accounts.resendVerification.useMutation()
  const failure = resend.error && failureOf(resend.error)
  return (
    <Notice tone="warning" title={t("title", { email })}>
      <p>{t("text")}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button onClick={() => resend.mutate({})} pending={resend.isPending} disabled={resend.isSuccess}>
          {t("resend")}
        </Button>
        <span role="status">
          {resend.isSuccess && t("sent")}
          {failure && (failure.code === "invalid_state" ? t("confirmed") : errorMessage(failure))}
        </span>
      </div>
    </Notice>
  )
}
