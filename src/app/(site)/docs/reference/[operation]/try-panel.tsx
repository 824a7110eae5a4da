"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useState } from "react"
import type { TryOperation } from "@/app/(site)/docs/reference/[operation]/try-it"
import { TryKeyStep } from "@/app/(site)/docs/reference/[operation]/try-key-step"
import { isScopeAvailable, lacksScope, useTryKey } from "@/app/(site)/docs/reference/[operation]/try-key"
import { type TryResponse, TryResult } from "@/app/(site)/docs/reference/[operation]/try-result"
import { Button } from "@/ui/button"
import { InputField, SelectField, TextField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { Notice } from "@/ui/notice"
import { StepUp } from "@/ui/step-up"

/** The URL of a call, from the form's values; an empty optional parameter is not sent. */
const addressOf = ({ path, parameters }: TryOperation, form: FormData): string => {
  const value = (name: string): string => (form.get(`p-${name}`) as string | null) ?? ""
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)))
  const query = parameters.filter(({ name }) => !path.includes(`{${name}}`) && value(name) !== "")
  const search = new URLSearchParams(query.map(({ name }) => [name, value(name)])).toString()
  return `/v1${filled}${search === "" ? "" : `?${search}`}`
}

const TryPanel = ({ operation, seller }: { operation: TryOperation; seller: boolean }) => {
  const t = useTranslations("DocsTry")
  const key = useTryKey()
  const { errors, validate } = useFieldErrors()
  const [asking, setAsking] = useState(false)
  const [response, setResponse] = useState<TryResponse | null>(null)

  const send = async (form: FormData): Promise<void> => {
    setAsking(true)
    const startedAt = performance.now()
    const address = addressOf(operation, form)
    const body = form.get("body") as string | null
    try {
      const response = await fetch(address, {
        method: operation.method,
        headers: {
          ...(key && operation.scope !== null ? { authorization: `Bearer ${key.secret}` } : {}),
          ...(operation.idempotent ? { "idempotency-key": crypto.randomUUID() } : {}),
          ...(body === null ? {} : { "content-type": "application/json" }),
        },
        credentials: "omit",
        ...(body === null ? {} : { body }),
      })
      const text = await response.text()
      setResponse({
        url: `${operation.method} ${address}`,
        status: response.status,
        headers: [...response.headers],
        text,
        ms: Math.round(performance.now() - startedAt),
      })
    } catch {
      setResponse({
        url: `${operation.method} ${address}`,
        status: null,
        headers: [],
        text: "",
        ms: Math.round(performance.now() - startedAt),
      })
    }
    setAsking(false)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!validate(event.currentTarget)) return
    void send(new FormData(event.currentTarget))
  }
  if (operation.scope !== null && (key === null || lacksScope(operation.scope, seller, key))) {
    return (
      <>
        {/* A key is a secret, so creating one may require reauthentication. */}
        <StepUp email={null} />
        <TryKeyStep seller={seller} scope={operation.scope} />
      </>
    )
  }
  return (
    <div className="grid gap-4">
      {key !== null && operation.scope !== null && <TryKeyStep seller={seller} scope={operation.scope} />}
      {operation.scope !== null && !isScopeAvailable(operation.scope, seller) ? (
        <Notice tone="warning">{t("sellers_only")}</Notice>
      ) : (
        operation.live && <Notice tone="warning">{t("live_only")}</Notice>
      )}
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-3">
        {operation.parameters.map(({ name, required, choices, value }) =>
          choices ? (
            <SelectField key={name} name={`p-${name}`} label={name} optional={!required} defaultValue={value} lang="en">
              <option value="">{t("not_sent")}</option>
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </SelectField>
          ) : (
            <InputField
              key={name}
              name={`p-${name}`}
              label={name}
              optional={!required}
              required={required}
              defaultValue={value}
              autoComplete="off"
              spellCheck={false}
              error={errors[`p-${name}`]}
            />
          ),
        )}
        {operation.body !== null && (
          <TextField
            name="body"
            label={t("body")}
            defaultValue={operation.body}
            rows={6}
            spellCheck={false}
            className="font-mono text-xs!"
          />
        )}
        <div>
          <Button type="submit" variant="primary" pending={asking}>
            {t("send")}
          </Button>
        </div>
      </form>
      <TryResult response={response} />
    </div>
  )
}

export default TryPanel
