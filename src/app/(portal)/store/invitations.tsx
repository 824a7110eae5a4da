"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { useRefreshStores } from "@/app/(portal)/store/use-refresh-stores"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

/** The stores that have invited the signed-in account. @param then the page to open after one is accepted */
export function Invitations({ then }: { then?: string }) {
  const t = useTranslations("StorePeople")
  const invitations = trpc.stores.invitations.useQuery().data?.data ?? []
  if (invitations.length === 0) return null
  return (
    <ul className="grid gap-3">
      {invitations.map((invitation) => (
        <li
          key={invitation.store}
          className="grid gap-3 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
        >
          <p>{t("invitation", { store: invitation.name, role: t(`role_${invitation.role}`) })}</p>
          <Answer store={invitation.store} name={invitation.name} then={then} />
        </li>
      ))}
    </ul>
  )
}

function Answer({ store, name, then }: { store: string; name: string; then: string | undefined }) {
  const t = useTranslations("StorePeople")
  const errorMessage = useErrorMessage()
  const utils = trpc.useUtils()
  const refresh = useRefreshStores()
  const router = useRouter()
  const accept = trpc.stores.accept.useMutation({
    onSuccess: () => {
      // These may be of a store that the account has left.
      void utils.storeOrders.list.reset()
      void utils.stores.people.reset()
      if (then !== undefined) router.push(then)
    },
    onSettled: refresh,
  })
  const decline = trpc.stores.decline.useMutation({ onSettled: refresh })
  const latest = decline.submittedAt > accept.submittedAt ? decline : accept
  const pending = accept.isPending || decline.isPending
  const failure = latest.error && failureOf(latest.error)
  return (
    <div className="grid gap-3">
      {failure && (
        <Alert key={latest.submittedAt}>
          {failure.code === "not_found" || failure.code === "invalid_state" ? t("stale") : errorMessage(failure)}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          onClick={() => accept.mutate({ store })}
          pending={accept.isPending}
          disabled={pending}
          aria-label={t("accept_name", { store: name })}
        >
          {t("accept")}
        </Button>
        <Button
          onClick={() => decline.mutate({ store })}
          pending={decline.isPending}
          disabled={pending}
          aria-label={t("decline_name", { store: name })}
        >
          {t("decline")}
        </Button>
      </div>
    </div>
  )
}
