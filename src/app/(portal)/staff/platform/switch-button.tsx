"use client"

import { useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"

const WORDS = { enabled: { true: "turn_off", false: "turn_on" }, maintenance: { true: "end", false: "begin" } } as const

interface SwitchButtonProps {
  app: string
  name: string
  setting: keyof typeof WORDS
  on: boolean
}

export const SwitchButton = ({ app, name, setting, on }: SwitchButtonProps) => {
  const t = useTranslations("StaffPlatform")
  const failureWords = useFailureWords()
  const router = useRouter()
  const change = useMutation({ mutationFn: () => api.platformApps.switch.mutate({ key: app, setting, on: !on }), onSuccess: () => router.refresh() })
  const failure = change.error && failureOf(change.error)
  const word = WORDS[setting][on ? "true" : "false"]
  return (
    <div className="grid gap-2">
      <Button onClick={() => change.mutate()} disabled={change.isPending} aria-label={t(`${word}_name`, { name })}>
        {t(word)}
      </Button>
      {failure && <Alert key={change.submittedAt}>{failureWords(failure)}</Alert>}
    </div>
  )
}
