"use client"

import { useLocale, useTranslations } from "next-intl"
import { type FormEvent, useState } from "react"
import { useRefreshStaff } from "@/app/(portal)/staff/use-refresh-staff"
import { RATE_LIMIT_MAX } from "@/domain/rate-limit"
import { formatNumber } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { trpc } from "@/ui/trpc"

interface LimitFormProps {
  id: string
  name: string
  limit: number
  /** The default of the key's mode. */
  usual: number
}

function read(typed: string): number | null | undefined {
  const trimmed = typed.trim()
  if (trimmed === "") return null
  const limit = /^\d{1,6}$/.test(trimmed) ? Number(trimmed) : 0
  return limit >= 1 && limit <= RATE_LIMIT_MAX ? limit : undefined
}

export function LimitForm({ id, name, limit, usual }: LimitFormProps) {
  const t = useTranslations("StaffAccounts")
  const locale = useLocale()
  const max = formatNumber(RATE_LIMIT_MAX, locale)
  const errorMessage = useErrorMessage()
  const refresh = useRefreshStaff()
  const [bad, setBad] = useState(false)
  const set = trpc.staffAccounts.setKeyLimit.useMutation({ onSuccess: () => void refresh() })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const newLimit = read(new FormData(event.currentTarget).get("limit") as string)
    setBad(newLimit === undefined)
    if (newLimit === undefined) event.currentTarget.querySelector("input")?.focus()
    else set.mutate({ key: id, rate_limit: newLimit })
  }
  const failure = set.error && failureOf(set.error)
  return (
    <form
      method="post"
      noValidate
      onSubmit={onSubmit}
      aria-label={t("limit_of", { name })}
      className="grid gap-2 sm:w-56"
    >
      {failure && (
        <Alert key={set.submittedAt}>{failure.code === "not_found" ? t("stale") : errorMessage(failure)}</Alert>
      )}
      <InputField
        label={t("limit")}
        hint={t("limit_hint", { max, limit: formatNumber(usual, locale) })}
        error={bad ? t("limit_bad", { max }) : undefined}
        name="limit"
        inputMode="numeric"
        defaultValue={limit === usual ? "" : String(limit)}
        placeholder={String(usual)}
        maxLength={6}
        autoComplete="off"
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={set.isPending}>
          {t("limit_save")}
        </Button>
        <span role="status" className="text-sm text-muted">
          {set.isSuccess && t("limit_done")}
        </span>
      </div>
    </form>
  )
}
