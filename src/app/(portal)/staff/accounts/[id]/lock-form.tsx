"use client"

import { useTranslations } from "next-intl"
import { WordsForm } from "@/app/(portal)/staff/words-form"
import { STAFF_WORDS_MAX } from "@/domain/staff-words"
import { api } from "@/ui/api"

export const LockForm = ({ account, locked }: { account: string; locked: boolean }) => {
  const t = useTranslations("StaffAccounts")
  return (
    <WordsForm
      label={t("words")}
      hint={t("words_hint")}
      missing={t("words_required")}
      gone={t("gone")}
      maxLength={STAFF_WORDS_MAX}
      choices={[
        locked
          ? { choice: "unlock", look: "primary", label: t("unlock") }
          : { choice: "lock", look: "danger", label: t("lock") },
      ]}
      send={(choice: "lock" | "unlock", words) => api.staffAccounts[choice].mutate({ account, words })}
    />
  )
}
