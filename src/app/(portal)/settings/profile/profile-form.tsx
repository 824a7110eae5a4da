"use client"

import { useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { type FormEvent, useState } from "react"
import { AvatarField } from "@/app/(portal)/settings/profile/avatar-field"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { type ChosenPicture, pictureToSend } from "@/ui/picture-field"

interface ProfileFormProps {
  name: string
  avatar: string | null
}

export const ProfileForm = ({ name, avatar }: ProfileFormProps) => {
  const t = useTranslations("Settings")
  const problems = useTranslations("Problems")
  const failureWords = useFailureWords()
  const { errors, check, refuse } = useFieldErrors()
  const router = useRouter()
  const [picture, setPicture] = useState<ChosenPicture>(undefined)
  const [saves, setSaves] = useState(0)
  const save = useMutation({
    mutationFn: async (input: { name: string }) => {
      const avatar = await pictureToSend(picture)
      return api.profile.update.mutate({ ...input, ...(avatar !== undefined && { avatar }) })
    },
    onSuccess: () => {
      setPicture(undefined)
      setSaves((last) => last + 1)
      router.refresh()
    },
    onError: (error) => {
      if (failureOf(error).details.some(({ param }) => param === "name")) refuse({ name: problems("name_plain") })
    },
  })
  const failure = save.error && failureOf(save.error)
  const named = (param: string): boolean => failure?.details.some((detail) => detail.param === param) ?? false

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!check(event.currentTarget)) return
    save.mutate({ name: new FormData(event.currentTarget).get("name") as string })
  }

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      {failure && !named("name") && !named("avatar") && <Alert key={save.submittedAt}>{failureWords(failure)}</Alert>}
      <AvatarField
        key={saves}
        avatar={avatar}
        onChange={setPicture}
        error={named("avatar") ? t("avatar_bad") : undefined}
      />
      <InputField
        label={t("name")}
        name="name"
        defaultValue={name}
        autoComplete="name"
        required
        maxLength={120}
        hint={t("name_hint")}
        error={errors.name}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" disabled={save.isPending}>
          {t("save")}
        </Button>
        <span role="status" className={save.isSuccess ? "text-sm text-neem-ink" : "sr-only"}>
          {save.isSuccess && t("saved")}
        </span>
      </div>
    </form>
  )
}
