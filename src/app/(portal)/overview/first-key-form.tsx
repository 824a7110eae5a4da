"use client"

import Link from "next/link"
import { useTranslations } from "next-intl"
import { type FormEvent, useState } from "react"
import type { Mode } from "@/domain/mode"
import type { KeyScope } from "@/domain/scope"
import type { NewApiKey } from "@/features/api-keys/schema"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { trpc } from "@/ui/trpc"

const SCOPES: KeyScope[] = ["profile.read", "catalog.read"]
const NAME_MAX = 80

/** Creates a key that can read, with one press. */
export function FirstKeyForm({ mode, onCreated }: { mode: Mode; onCreated: (created: NewApiKey) => void }) {
  const t = useTranslations("FirstSteps")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const [invalid, setInvalid] = useState(false)
  const create = trpc.portalKeys.create.useMutation({ onSuccess: ({ data }) => onCreated(data) })

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem("name")
    if (!(field instanceof HTMLInputElement)) return
    const name = field.value.trim()
    const accepted = name !== "" && name.length <= NAME_MAX
    setInvalid(!accepted)
    if (!accepted) field.focus()
    else create.mutate({ name, scopes: SCOPES, allowed_ips: [], rate_limit: null, expires_at: null })
  }

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-3">
      {create.error && <Alert key={create.submittedAt}>{errorMessage(failureOf(create.error))}</Alert>}
      <p className="text-sm text-muted">{t(mode === "live" ? "key_live" : "key_test")}</p>
      <div className="max-w-xl">
        <InputField
          label={t("key_name")}
          name="name"
          defaultValue={t("key_default")}
          autoComplete="off"
          maxLength={NAME_MAX}
          error={invalid ? problems("name_required") : undefined}
          trailing={
            <Button type="submit" variant="primary" className="shrink-0" pending={create.isPending}>
              {t("key_submit")}
            </Button>
          }
        />
      </div>
      <Link href="/keys" className="link w-fit text-sm">
        {t("key_options")}
      </Link>
    </form>
  )
}
