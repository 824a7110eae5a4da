"use client"

import { useTranslations } from "next-intl"
import { useRefreshAccount } from "@/app/(portal)/settings/use-refresh-account"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { Notice } from "@/ui/notice"
import { useActionNotice } from "@/ui/action-notices"
import { DENSE_BUTTON } from "@/ui/table/dense-button"
import { trpc } from "@/ui/trpc"

/** Ends a session, in its row. */
export function RevokeSessionButton({ id, name }: { id: string; name: string }) {
  const t = useTranslations("Sessions")
  const errorMessage = useErrorMessage()
  const refresh = useRefreshAccount()
  const report = useActionNotice()
  const revoke = trpc.sessions.revoke.useMutation({
    onSuccess: () => report(<Notice tone="good" title={t("revoked")} />),
    onError: (error) => {
      const failure = failureOf(error)
      // A session that has already ended has no message: the list shows it.
      if (failure.code !== "not_found") report(<Notice tone="danger" title={errorMessage(failure)} />)
    },
    onSettled: refresh,
  })
  return (
    <Button
      {...DENSE_BUTTON}
      onClick={() => revoke.mutate({ id })}
      pending={revoke.isPending}
      disabled={revoke.isSuccess}
      aria-label={name}
    >
      {t("revoke")}
    </Button>
  )
}
