"use client"

import { useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { ConfirmButton } from "@/app/(portal)/apps/confirm-button"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"

interface SwitchButtonProps {
  app: string
  name: string
  setting: "enabled" | "maintenance"
  on: boolean
}

/** What takes an app away from people asks first; what gives it back does not. */
export const SwitchButton = ({ app, name, setting, on }: SwitchButtonProps) => {
  const t = useTranslations("StaffPlatform")
  const change = (): Promise<void> => api.platformApps.switch.mutate({ key: app, setting, on: !on })
  if (on === (setting === "maintenance"))
    return (
      <GiveBackButton
        label={t(on ? "end" : "turn_on")}
        named={t(on ? "end_name" : "turn_on_name", { name })}
        act={change}
      />
    )
  const word = on ? "turn_off" : "begin"
  return (
    <ConfirmButton
      label={t(word)}
      named={t(`${word}_name`, { name })}
      title={t(`${word}_title`, { name })}
      text={t(`${word}_text`)}
      submit={t(`${word}_name`, { name })}
      gone={t("gone")}
      act={change}
    />
  )
}

const GiveBackButton = ({ label, named, act }: { label: string; named: string; act: () => Promise<void> }) => {
  const failureWords = useFailureWords()
  const router = useRouter()
  const change = useMutation({ mutationFn: act, onSuccess: () => router.refresh() })
  const failure = change.error && failureOf(change.error)
  return (
    <div className="grid gap-2">
      <Button onClick={() => change.mutate()} disabled={change.isPending} aria-label={named}>
        {label}
      </Button>
      {failure && <Alert key={change.submittedAt}>{failureWords(failure)}</Alert>}
    </div>
  )
}
