"use client"

import { useTranslations } from "next-intl"
import { WordsForm } from "@/app/(portal)/staff/words-form"
import { STAFF_WORDS_MAX } from "@/domain/staff-words"
import { api } from "@/ui/api"
import type { ButtonLook } from "@/ui/button"

const LOOKS = {
  approve: "primary",
  decline: "danger",
  suspend: "danger",
  reinstate: "primary",
} as const satisfies Record<string, ButtonLook>
type Decision = keyof typeof LOOKS

export const DecideStore = ({ store, decisions }: { store: string; decisions: readonly Decision[] }) => {
  const t = useTranslations("StaffStores")
  return (
    <div className="grid gap-3">
      {decisions.includes("suspend") && <p className="text-sm text-muted">{t("suspend_lead")}</p>}
      <WordsForm
        label={t("words")}
        hint={t("words_hint")}
        missing={t("words_required")}
        gone={t("gone")}
        maxLength={STAFF_WORDS_MAX}
        choices={decisions.map((choice) => ({ choice, look: LOOKS[choice], label: t(choice) }))}
        send={(decision: Decision, words) => api.staffStores.decide.mutate({ store, decision, words })}
      />
    </div>
  )
}
