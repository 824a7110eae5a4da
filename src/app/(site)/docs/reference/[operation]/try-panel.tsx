"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useState } from "react"
import type { TryOperation } from "@/app/(site)/docs/reference/[operation]/try-it"
import { NeededKey, TabKey } from "@/app/(site)/docs/reference/[operation]/tab-key"
import {
  createTryKey,
  isScopeAvailable,
  lacksScope,
  scopesFor,
  type TryKey,
  useTryKey,
} from "@/app/(site)/docs/reference/[operation]/try-key"
import { type TryResponse, TryResult } from "@/app/(site)/docs/reference/[operation]/try-result"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { InputField, SelectField, TextField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { Notice } from "@/ui/notice"

/** The URL of a call, from the form's values; an empty optional parameter is not sent. */
function addressOf({ path, parameters }: TryOperation, form: FormData): string {
  const value = (name: string): string => (form.get(`p-${name}`) as string | null) ?? ""
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)))
  const query = parameters.filter(({ name }) => !path.includes(`{${name}}`) && value(name) !== "")
  const search = new URLSearchParams(query.map(({ name }) => [name, value(name)])).toString()
  return `/v1${filled}${search === "" ? "" : `?${search}`}`
}

/** The form of a call, and its response. The first call creates the test key. */
function TryPanel({ operation, seller }: { operation: TryOperation; seller: boolean }) {
  const t = useTranslations("DocsTry")
  const errorMessage = useErrorMessage()
  const key = useTryKey()
  const { errors, validate } = useFieldErrors()
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [response, setResponse] = useState<TryResponse | null>(null)
  const { scope } = operation
  const needed =
    scope !== null && (key === null || lacksScope(scope, seller, key)) ? scopesFor(scope, seller, key) : null

  /** The key of a call; null if the operation needs none. */
  const keyOfCall = async (): Promise<TryKey | null> => {
    if (scope === null) return null
    return needed ? createTryKey(t("key_name"), needed, key) : key
  }
  const send = async (form: FormData): Promise<void> => {
    setPending(true)
    setFailed(null)
    try {
      await call(form, await keyOfCall())
    } catch (error) {
      setFailed(errorMessage(failureOf(error)))
    }
    setPending(false)
  }
  const call = async (form: FormData, used: TryKey | null): Promise<void> => {
    const startedAt = performance.now()
    const address = addressOf(operation, form)
    const body = form.get("body") as string | null
    try {
      const response = await fetch(address, {
        method: operation.method,
        headers: {
          ...(used && { authorization: `Bearer ${used.secret}` }),
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
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!validate(event.currentTarget)) return
    void send(new FormData(event.currentTarget))
  }
  return (
    <div className="grid gap-4">
      {scope !== null && key && !needed && <TabKey tryKey={key} />}
      {scope !== null && !isScopeAvailable(scope, seller) ? (
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
        {failed !== null && <Alert>{failed}</Alert>}
        {needed && <NeededKey scopes={needed} lacks={key && scope} />}
        <div>
          <Button type="submit" variant="primary" pending={pending}>
            {t(needed ? "key_create" : "send")}
          </Button>
        </div>
      </form>
      <TryResult response={response} />
    </div>
  )
}

export default TryPanel
