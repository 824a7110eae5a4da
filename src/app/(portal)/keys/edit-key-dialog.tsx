"use client"

import { useLocale, useTranslations } from "next-intl"
import { KEY_NAME_MAX, parseLimit, parseNetworks } from "@/app/(portal)/keys/read-key-form"
import { useRefreshKeys } from "@/app/(portal)/keys/use-refresh-keys"
import { VersionField } from "@/app/(portal)/keys/version-field"
import { isNetwork } from "@/domain/ip-network"
import type { ApiKey } from "@/features/api-keys/schema"
import { formatNumber } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { type Failure, failureOf } from "@/ui/api"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { InputField, TextField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { trpc } from "@/ui/trpc"

export function EditKeyDialog({
  apiKey: { id, name, mode, prefix, last_four, allowed_ips, rate_limit, rate_limit_max, api_version },
  onClose,
}: {
  apiKey: ApiKey
  onClose: () => void
}) {
  const t = useTranslations("Keys")
  const problems = useTranslations("Problems")
  const locale = useLocale()
  const errorMessage = useErrorMessage()
  const refreshKeys = useRefreshKeys()
  const { errors, validate, setServerErrors } = useFieldErrors()
  const finish = (): void => {
    onClose()
    refreshKeys()
  }
  const save = trpc.portalKeys.update.useMutation({
    onSuccess: finish,
    onError: (error) => setServerErrors(refusedOf(failureOf(error))),
  })

  const messages = {
    name: problems("required"),
    allowed_ips: problems("networks"),
    rate_limit: problems("rate_limit", { max: formatNumber(rate_limit_max, locale) }),
  }
  const refusedOf = ({ details }: Failure): Partial<typeof messages> => {
    const named = new Set(details.map(({ param }) => param.split(".")[0]))
    return Object.fromEntries(Object.entries(messages).filter(([param]) => named.has(param)))
  }

  const onSubmit = (element: HTMLFormElement): void => {
    if (!validate(element)) return
    const form = new FormData(element)
    const text = (field: keyof typeof messages | "api_version"): string => (form.get(field) as string).trim()
    const limit = parseLimit(text("rate_limit"), rate_limit_max)
    const networks = parseNetworks(text("allowed_ips"))
    const wrong = networks.find((network) => !isNetwork(network))
    const unsound = wrong === undefined ? {} : { allowed_ips: problems("network", { text: wrong }) }
    if (limit === null) setServerErrors({ ...unsound, rate_limit: messages.rate_limit })
    else if ("allowed_ips" in unsound) setServerErrors(unsound)
    // An unchanged field is not sent: it may have been changed elsewhere meanwhile.
    else
      save.mutate({
        id,
        ...(text("name") !== name && { name: text("name") }),
        ...(networks.join() !== allowed_ips.join() && { allowed_ips: networks }),
        ...(limit !== rate_limit && { rate_limit: limit }),
        ...(text("api_version") !== api_version && { api_version: text("api_version") }),
      })
  }

  const failure = save.error && failureOf(save.error)
  const isStale = failure?.code === "invalid_state" || failure?.code === "not_found"
  return (
    <Dialog title={t("edit_title", { name })} livemode={mode === "live"} onClose={isStale ? finish : onClose}>
      <DialogForm
        onSubmit={onSubmit}
        submit={t("edit_submit")}
        pending={save.isPending}
        disabled={isStale}
        onCancel={isStale ? finish : onClose}
      >
        {failure && Object.keys(errors).length === 0 && (
          <Alert key={save.submittedAt}>{isStale ? t("already_revoked") : errorMessage(failure)}</Alert>
        )}
        <p className="font-mono text-sm text-muted">
          {prefix}…{last_four}
        </p>
        <p className="text-muted">{t("edit_text")}</p>
        <InputField
          label={t("name")}
          name="name"
          defaultValue={name}
          data-max={KEY_NAME_MAX}
          autoComplete="off"
          required
          data-first
          error={errors.name}
        />
        <TextField
          label={t("ips")}
          name="allowed_ips"
          defaultValue={allowed_ips.join("\n")}
          rows={3}
          optional
          hint={t("ips_hint")}
          spellCheck={false}
          className="font-mono text-sm"
          error={errors.allowed_ips}
        />
        <InputField
          label={t("limit")}
          name="rate_limit"
          defaultValue={rate_limit}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          required
          hint={t("limit_max", { max: formatNumber(rate_limit_max, locale) })}
          error={errors.rate_limit}
        />
        <VersionField version={api_version} />
      </DialogForm>
    </Dialog>
  )
}
