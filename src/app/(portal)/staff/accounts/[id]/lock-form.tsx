"use client"

import { useTranslations } from "next-intl"
import { useRefreshStaff } from "@/app/(portal)/staff/use-refresh-staff"
import { DecisionMessageForm } from "@/app/(portal)/staff/decision-message-form"
import { STAFF_MESSAGE_MAX } from "@/domain/staff-message"
import { trpc } from "@/ui/trpc"

export function LockForm({ account, locked }: { account: string; locked: boolean }) {
  const t = useTranslations("StaffAccounts")
  const refresh = useRefreshStaff()
  const onSuccess = (): void => void refresh()
  const lock = trpc.staffAccounts.lock.useMutation({ onSuccess })
  const unlock = trpc.staffAccounts.unlock.useMutation({ onSuccess })
  const decision = locked ? unlock : lock
  return (
    <DecisionMessageForm
      label={t("message")}
      hint={t("message_hint")}
      missing={t("message_required")}
      staleMessage={t("stale")}
      maxLength={STAFF_MESSAGE_MAX}
      choices={[
        locked
          ? { choice: "unlock", variant: "primary", label: t("unlock") }
          : { choice: "lock", variant: "danger-outline", label: t("lock") },
      ]}
      decision={decision}
      send={(_choice, message, options) => decision.mutate({ account, message }, options)}
    />
  )
}
