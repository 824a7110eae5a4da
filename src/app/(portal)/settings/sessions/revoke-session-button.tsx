"use client"

import { useTranslations } from "next-intl"
import { useRefreshAccount } from "@/app/(portal)/settings/use-refresh-account"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

export function RevokeSessionButton({ id, label }: { id: string; label: string }) {
  const t = useTranslations("Sessions")
  const errorMessage = useErrorMessage()
  const refresh = useRefreshAccount()
  const revoke = trpc.sessions.revoke.useMutation({ onSettled: refresh })
  const failure = revoke.error && failureOf(revoke.error)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span role="status" className={revoke.isIdle ? "sr-only" : "text-sm"}>
        {revoke.isSuccess && t("revoked")}
        {/* No message for a session that has already ended: the list shows it. */}
        {failure && failure.code !== "not_found" && errorMessage(failure)}
      </span>
      <Button
        onClick={() => revoke.mutate({ id })}
        pending={revoke.isPending}
        disabled={revoke.isSuccess}
        aria-label={label}
      >
        {t("revoke")}
      </Button>
    </div>
  )
}
