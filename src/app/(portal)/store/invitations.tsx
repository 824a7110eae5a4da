"use client"

import { useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import type { Invitation } from "@/features/stores/schema"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"

/** The stores that ask whoever is signed in to work for them. */
export const Invitations = ({ invitations }: { invitations: Invitation[] }) => {
  const t = useTranslations("StorePeople")
  return (
    <ul className="grid gap-3">
      {invitations.map((invitation) => (
        <li
          key={invitation.store}
          className="grid gap-3 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
        >
          <p>{t("asked", { store: invitation.name, role: t(`role_${invitation.role}`) })}</p>
          <Answer store={invitation.store} name={invitation.name} />
        </li>
      ))}
    </ul>
  )
}

const Answer = ({ store, name }: { store: string; name: string }) => {
  const t = useTranslations("StorePeople")
  const failureWords = useFailureWords()
  const router = useRouter()
  const answer = useMutation({
    mutationFn: (choice: "accept" | "decline") => api.stores[choice].mutate({ store }),
    onSettled: () => router.refresh(),
  })
  const failure = answer.error && failureOf(answer.error)
  return (
    <div className="grid gap-3">
      {failure && (
        <Alert key={answer.submittedAt}>
          {failure.code === "not_found" || failure.code === "invalid_state" ? t("gone") : failureWords(failure)}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          look="primary"
          onClick={() => answer.mutate("accept")}
          disabled={answer.isPending}
          aria-label={t("accept_name", { store: name })}
        >
          {t("accept")}
        </Button>
        <Button
          onClick={() => answer.mutate("decline")}
          disabled={answer.isPending}
          aria-label={t("decline_name", { store: name })}
        >
          {t("decline")}
        </Button>
      </div>
    </div>
  )
}
