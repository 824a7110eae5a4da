"use client"

import { useTranslations } from "next-intl"
import { useEffect, useRef, useState } from "react"
import {
  validateShipment,
  type ShipField,
  type ShipmentError,
  type ShipmentValues,
  shipCurl,
} from "@/app/(portal)/store/validate-shipment"
import { Alert } from "@/ui/alert"
import { type Failure, failureOf } from "@/ui/api"
import { CodeBlock } from "@/ui/code-block"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { trpc } from "@/ui/trpc"

interface ShipFormProps {
  id: string
  livemode: boolean
  baseUrl: string
  /** The order has changed since the page was loaded: it must be reviewed again. */
  stale: boolean
  onCancel: () => void
  onStale: () => void
  onShipped: (shipped: { courier: string; awb: string }) => void
}

const EMPTY: ShipmentValues = { courier_name: "", awb: "", tracking_url: "" }

export function ShipForm({ id, livemode, baseUrl, stale, onCancel, onStale, onShipped }: ShipFormProps) {
  const t = useTranslations("Store")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Partial<Record<ShipField, ShipmentError>>>({})

  const ship = (livemode ? trpc.sellerOrders : trpc.sandboxOrders).ship.useMutation({
    onSuccess: (_output, { courier_name, awb }) => onShipped({ courier: courier_name, awb }),
    onError: (error) => {
      const failure = failureOf(error)
      if (failure.code === "invalid_state" || failure.code === "not_found") onStale()
      else setErrors(toErrors(failure))
    },
  })

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [errors])

  const onSubmit = (): void => {
    const trimmed = {
      courier_name: values.courier_name.trim(),
      awb: values.awb.trim(),
      tracking_url: values.tracking_url.trim(),
    }
    const found = validateShipment(trimmed)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const { tracking_url, ...shipment } = trimmed
    ship.mutate({ id, ...shipment, ...(tracking_url !== "" && { tracking_url }) })
  }

  const errorOf = (field: ShipField): string | undefined => {
    const error = errors[field]
    return error && problems(error.message, { max: String(error.max ?? "") })
  }
  const field = (name: ShipField) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setValues((last) => ({ ...last, [name]: target.value })),
    error: errorOf(name),
    autoComplete: "off",
    disabled: stale,
  })
  const failure = ship.error && failureOf(ship.error)
  const isStale = failure?.code === "not_found"

  return (
    <DialogForm
      ref={form}
      onSubmit={onSubmit}
      submit={stale ? null : t("ship_submit")}
      pending={ship.isPending}
      cancel={stale ? t("refresh") : undefined}
      onCancel={onCancel}
    >
      {stale ? (
        <Alert title={t("conflict_title")}>{t(isStale ? "not_found_text" : "conflict_text")}</Alert>
      ) : failure && Object.keys(errors).length === 0 ? (
        <Alert key={ship.submittedAt}>{errorMessage(failure)}</Alert>
      ) : (
        <p className="text-muted">{t(livemode ? "ship_text" : "ship_test")}</p>
      )}
      <InputField label={t("courier")} hint={t("courier_hint")} required data-first {...field("courier_name")} />
      <InputField
        label={t("awb")}
        hint={t("awb_hint")}
        required
        autoCapitalize="characters"
        spellCheck={false}
        {...field("awb")}
      />
      <InputField label={t("tracking")} hint={t("tracking_hint")} type="url" optional {...field("tracking_url")} />
      {livemode && (
        <details>
          <summary className="w-fit rounded-lg py-1 text-sm font-medium">{t("as_curl")}</summary>
          <div className="mt-2 grid gap-2">
            <CodeBlock label={t("as_curl")} code={shipCurl(baseUrl, id, values)} />
            <p className="text-xs text-muted">{t("as_curl_note")}</p>
          </div>
        </details>
      )}
    </DialogForm>
  )
}

function toErrors({ details }: Failure): Partial<Record<ShipField, ShipmentError>> {
  const messages: Record<ShipField, ShipmentError["message"]> = {
    courier_name: "required",
    awb: "awb_pattern",
    tracking_url: "url",
  }
  return Object.fromEntries(
    details
      .filter(({ param }) => param in messages)
      .map(({ param }) => [param, { message: messages[param as ShipField] }]),
  )
}
