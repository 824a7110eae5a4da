"use client"

import { useTranslations } from "next-intl"
import { useRefreshStaff } from "@/app/(portal)/staff/use-refresh-staff"
import { DecisionMessageForm } from "@/app/(portal)/staff/decision-message-form"
import { STAFF_MESSAGE_MAX } from "@/domain/staff-message"
import type { ButtonVariant } from "@/ui/button"
import { trpc } from "@/ui/trpc"

const VARIANTS = {
  approve: "primary",
  decline: "danger-outline",
  suspend: "danger-outline",
  reinstate: "primary",
} as const satisfies Record<string, ButtonVariant>
type Decision = keyof typeof VARIANTS

interface DecideStoreProps {
  store: string
  decisions: readonly Decision[]
  /** The URL to open after the decision. */
  next: string
}

export function DecideStore({ store, decisions, next }: DecideStoreProps) {
  const t = useTranslations("StaffStores")
  const refresh = useRefreshStaff()
  const decide = trpc.staffStores.decide.useMutation({ onSuccess: () => void refresh() })
  return (
    <div className="grid gap-3">
      {decisions.includes("suspend") && <p className="text-sm text-muted">{t("suspend_lead")}</p>}
      <DecisionMessageForm
        label={t("message")}
        hint={t("message_hint")}
        missing={t("message_required")}
        staleMessage={t("stale")}
        maxLength={STAFF_MESSAGE_MAX}
        choices={decisions.map((choice) => ({ choice, variant: VARIANTS[choice], label: t(choice) }))}
        decision={decide}
        next={next}
        send={(decision: Decision, message, options) => decide.mutate({ store, decision, message }, options)}
      />
    </div>
  )
}
