"use client"

import { useTranslations } from "next-intl"
import { ConfirmButton } from "@/app/(portal)/apps/confirm-button"
import { useRefreshStaff } from "@/app/(portal)/staff/use-refresh-staff"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

interface SwitchButtonProps {
  app: string
  name: string
  setting: "enabled" | "maintenance"
  on: boolean
}

/** Asks for confirmation before an app is disabled or hidden, but not before the reverse. */
export function SwitchButton({ app, name, setting, on }: SwitchButtonProps) {
  const t = useTranslations("StaffPlatform")
  const errorMessage = useErrorMessage()
  const refresh = useRefreshStaff()
  const change = trpc.platformApps.switch.useMutation()
  const input = { key: app, setting, on: !on }
  if (on === (setting === "maintenance"))
    return (
      <div className="grid gap-2">
        <Button
          onClick={() => change.mutate(input, { onSuccess: () => void refresh() })}
          pending={change.isPending}
          aria-label={t(on ? "end_name" : "turn_on_name", { name })}
        >
          {t(on ? "end" : "turn_on")}
        </Button>
        {change.error && (
          <div className="sm:w-0 sm:min-w-full">
            <Alert key={change.submittedAt}>{errorMessage(failureOf(change.error))}</Alert>
          </div>
        )}
      </div>
    )
  const word = on ? "turn_off" : "begin"
  return (
    <ConfirmButton
      label={t(word)}
      named={t(`${word}_name`, { name })}
      title={t(`${word}_title`, { name })}
      text={t(`${word}_text`)}
      submit={t(`${word}_name`, { name })}
      staleMessage={t("not_found")}
      act={() => change.mutateAsync(input)}
      onDone={() => void refresh()}
    />
  )
}
