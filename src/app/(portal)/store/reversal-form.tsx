"use client"

import { useLocale, useTranslations } from "next-intl"
import { useEffect, useId, useRef, useState } from "react"
import type { OrderMutation } from "@/app/(portal)/store/order-button"
import { parseRupees } from "@/domain/money"
import { REASON_MAX } from "@/domain/order-limits"
import { formatMoney } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { ChoiceField, InputField, TextField } from "@/ui/field"

export interface ReversalFormProps {
  /** What will happen, and to whom. */
  effect: string
  /** The label of the submit button. */
  submit: string
  /** The refundable amount in paise, if the person may choose a part of it. */
  refundable?: number
  undo: OrderMutation<{ reason: string; amount: number | null }, { refunded: number }>
  onClose: (changed: boolean) => void
  onDone: (refunded: number) => void
}

export function ReversalForm({ effect, submit, refundable, undo, onClose, onDone }: ReversalFormProps) {
  const t = useTranslations("OrderHandling")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const locale = useLocale()
  const form = useRef<HTMLFormElement>(null)
  const group = useId()
  const [isPartial, setIsPartial] = useState(false)
  const [typed, setTyped] = useState("")
  const [reason, setReason] = useState("")
  const [errors, setErrors] = useState<{ amount?: string; reason?: string }>({})

  const failure = undo.error && failureOf(undo.error)
  const stale = failure?.code === "invalid_state" || failure?.code === "not_found"

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [errors])

  const onSubmit = (): void => {
    const amount = isPartial ? parseRupees(typed) : null
    const found = {
      ...(isPartial &&
        (amount === null || amount < 1 || amount > (refundable ?? 0)) && {
          amount: t("amount_wrong", { max: formatMoney(refundable ?? 0, locale) }),
        }),
      ...(reason.trim() === "" && { reason: problems("required") }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    undo.mutate({ reason: reason.trim(), amount }, { onSuccess: ({ refunded }) => onDone(refunded) })
  }

  return (
    <DialogForm
      ref={form}
      onSubmit={onSubmit}
      submit={stale ? null : submit}
      variant="danger"
      pending={undo.isPending}
      cancel={stale ? t("refresh") : t("back")}
      onCancel={() => onClose(stale)}
    >
      {failure && (
        <Alert key={undo.submittedAt} {...(stale && { title: t("conflict_title") })}>
          {stale ? t("conflict_text") : errorMessage(failure)}
        </Alert>
      )}
      <p className="text-muted">{effect}</p>
      {refundable !== undefined && (
        <fieldset className="grid gap-2" disabled={stale}>
          <legend className="mb-1 text-sm font-medium">{t("how_much")}</legend>
          <ChoiceField
            type="radio"
            name={group}
            label={t("amount_all", { amount: formatMoney(refundable, locale) })}
            checked={!isPartial}
            onChange={() => setIsPartial(false)}
          />
          <ChoiceField
            type="radio"
            name={group}
            label={t("amount_part")}
            checked={isPartial}
            onChange={() => setIsPartial(true)}
          />
          {isPartial && (
            <InputField
              label={t("amount")}
              hint={t("amount_hint", { max: formatMoney(refundable, locale) })}
              inputMode="decimal"
              autoComplete="off"
              required
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              error={errors.amount}
            />
          )}
        </fieldset>
      )}
      <TextField
        label={t("reason")}
        hint={t("reason_hint")}
        required
        rows={2}
        maxLength={REASON_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={errors.reason}
        disabled={stale}
        data-first
      />
    </DialogForm>
  )
}
