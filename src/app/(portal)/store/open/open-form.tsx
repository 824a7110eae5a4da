"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { useRefreshStores } from "@/app/(portal)/store/use-refresh-stores"
import { EMAIL_MAX } from "@/domain/email-address"
import { PINCODE, STORE_DESCRIPTION_MAX, STORE_NAME_MAX, STORE_SLUG, STORE_SLUG_MAX, toStoreSlug } from "@/domain/store"
import { isBlank } from "@/domain/blank-text"
import { Alert } from "@/ui/alert"
import { type Failure, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { InputField, TextField } from "@/ui/field"
import { trpc } from "@/ui/trpc"

const FIELDS = ["name", "slug", "description", "support_email", "city", "district", "state", "pincode"] as const
type Field = (typeof FIELDS)[number]
type FieldProblem = "required" | "slug" | "slug_needed" | "slug_taken" | "pincode" | "email" | "refused"
type Errors = Partial<Record<Field, FieldProblem>>

const REQUIRED: readonly Field[] = ["name", "city", "district", "state", "pincode"]

function check(values: Record<Field, string>): Errors {
  return {
    ...Object.fromEntries(REQUIRED.filter((field) => isBlank(values[field])).map((field) => [field, "required"])),
    ...(values.slug !== "" && !STORE_SLUG.test(values.slug) && { slug: "slug" }),
    ...(values.slug === "" && !isBlank(values.name) && toStoreSlug(values.name) === "" && { slug: "slug_needed" }),
    ...(values.pincode !== "" && !PINCODE.test(values.pincode) && { pincode: "pincode" }),
  }
}

/**
 * The fields that the server rejected, each with a message of its own, so that a filled field is never called empty.
 */
function refused({ details }: Failure): Errors {
  return Object.fromEntries(
    details.flatMap(({ param, code }): [Field, FieldProblem][] => {
      const field = FIELDS.find((name) => name === param)
      if (field === "slug")
        return [[field, code === "taken" ? "slug_taken" : code === "required" ? "slug_needed" : "slug"]]
      return field === undefined
        ? []
        : [[field, field === "support_email" ? "email" : field === "pincode" ? "pincode" : "refused"]]
    }),
  )
}

export function OpenForm() {
  const t = useTranslations("OpenStore")
  const errorMessage = useErrorMessage()
  const router = useRouter()
  const refreshStores = useRefreshStores()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [name, setName] = useState("")
  const open = trpc.stores.open.useMutation({
    onSuccess: () => {
      void refreshStores()
      router.push("/store")
    },
    onError: (error) => setErrors(refused(failureOf(error))),
  })
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [errors])
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const values = Object.fromEntries(FIELDS.map((field) => [field, (data.get(field) as string).trim()])) as Record<
      Field,
      string
    >
    const found = check(values)
    setErrors(found)
    if (Object.keys(found).length === 0) open.mutate(values)
  }
  const failure = open.error && failureOf(open.error)
  const error = (field: Field): string | undefined => errors[field] && t(`error_${errors[field]}`)
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={onSubmit}
      className="grid gap-5 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      {failure && Object.keys(errors).length === 0 && (
        <Alert key={open.submittedAt}>{failure.code === "invalid_state" ? t("have_one") : errorMessage(failure)}</Alert>
      )}
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <InputField
            label={t("name")}
            name="name"
            maxLength={STORE_NAME_MAX}
            autoComplete="organization"
            onChange={(event) => setName(event.target.value)}
            error={error("name")}
          />
          <InputField
            label={t("slug")}
            name="slug"
            optional
            hint={t("slug_hint")}
            placeholder={toStoreSlug(name)}
            maxLength={STORE_SLUG_MAX}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            error={error("slug")}
          />
          <TextField
            label={t("description")}
            name="description"
            optional
            rows={3}
            maxLength={STORE_DESCRIPTION_MAX}
            error={error("description")}
          />
        </div>
        <div className="grid gap-4">
          <InputField
            label={t("support_email")}
            name="support_email"
            type="email"
            optional
            maxLength={EMAIL_MAX}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={error("support_email")}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <InputField
              label={t("city")}
              name="city"
              maxLength={80}
              autoComplete="address-level2"
              error={error("city")}
            />
            <InputField
              label={t("district")}
              name="district"
              maxLength={80}
              autoComplete="off"
              error={error("district")}
            />
            <InputField
              label={t("state")}
              name="state"
              maxLength={80}
              autoComplete="address-level1"
              error={error("state")}
            />
            <InputField
              label={t("pincode")}
              name="pincode"
              inputMode="numeric"
              maxLength={6}
              autoComplete="postal-code"
              error={error("pincode")}
            />
          </div>
        </div>
      </div>
      <Button type="submit" variant="primary" className="min-h-11 justify-self-start" pending={open.isPending}>
        {t("submit")}
      </Button>
    </form>
  )
}
