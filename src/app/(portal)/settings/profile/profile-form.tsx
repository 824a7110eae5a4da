"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useState } from "react"
import { AvatarField } from "@/app/(portal)/settings/profile/avatar-field"
import { useRefreshAccount } from "@/app/(portal)/settings/use-refresh-account"
import { Alert } from "@/ui/alert"
import { failureOf, type PortalOutputs } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { type SelectedPicture, encodePicture } from "@/ui/picture-field"
import { trpc } from "@/ui/trpc"

/** @param initial the account as the page has read it */
export function ProfileForm({ initial }: { initial: PortalOutputs["me"]["get"] }) {
  const t = useTranslations("Settings")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const { errors, validate, setServerErrors } = useFieldErrors()
  const refresh = useRefreshAccount()
  const { data: account } = trpc.me.get.useQuery(undefined, { initialData: initial }).data
  const [picture, setPicture] = useState<SelectedPicture>(undefined)
  const [saves, setSaves] = useState(0)
  const save = trpc.profile.update.useMutation({
    onSuccess: async () => {
      await refresh()
      // The field is reset to the account's current picture.
      setPicture(undefined)
      setSaves((last) => last + 1)
    },
    onError: (error) => {
      if (failureOf(error).details.some(({ param }) => param === "name"))
        setServerErrors({ name: problems("name_plain") })
    },
  })
  const failure = save.error && failureOf(save.error)
  const named = (param: string): boolean => failure?.details.some((detail) => detail.param === param) ?? false

  const send = async (name: string): Promise<void> => {
    const avatar = await encodePicture(picture)
    save.mutate({ name, ...(avatar !== undefined && { avatar }) })
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!validate(event.currentTarget)) return
    void send(new FormData(event.currentTarget).get("name") as string)
  }

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      {failure && !named("name") && !named("avatar") && <Alert key={save.submittedAt}>{errorMessage(failure)}</Alert>}
      <AvatarField
        key={saves}
        avatar={account.avatar_url}
        onChange={setPicture}
        error={named("avatar") ? t("avatar_bad") : undefined}
      />
      <InputField
        label={t("name")}
        name="name"
        defaultValue={account.name}
        autoComplete="name"
        required
        maxLength={120}
        hint={t("name_hint")}
        error={errors.name}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={save.isPending}>
          {t("save")}
        </Button>
        <span role="status" className={save.isSuccess ? "text-sm text-neem-ink" : "sr-only"}>
          {save.isSuccess && t("saved")}
        </span>
      </div>
    </form>
  )
}
