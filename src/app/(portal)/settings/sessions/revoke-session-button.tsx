"use client"

import { useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { api, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"

export const RevokeSessionButton = ({ id, label }: { id: string; label: string }) => {
  const t = useTranslations("Sessions")
  const failureWords = useFailureWords()
  const router = useRouter()
  const revoke = useMutation({
    mutationFn: () => api.sessions.revoke.mutate({ id }),
    onSettled: () => router.refresh(),
  })
  const failure = revoke.error && failureOf(revoke.error)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span role="status" className={revoke.isIdle ? "sr-only" : "text-sm"}>
        {revoke.isSuccess && t("revoked")}
        {/* One that is gone already needs no word: the list shows it. */}
        {failure && failure.code !== "not_found" && failureWords(failure)}
      </span>
      <Button onClick={() => revoke.mutate()} disabled={revoke.isPending || revoke.isSuccess} aria-label={label}>
        {t("revoke")}
      </Button>
    </div>
  )
}
