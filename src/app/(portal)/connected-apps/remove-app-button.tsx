"use client"

import { useTranslations } from "next-intl"
import { ConfirmButton } from "@/app/(portal)/apps/confirm-button"
import { failureOf } from "@/ui/api"
import { trpc } from "@/ui/trpc"

export const RemoveAppButton = ({ id, name }: { id: string; name: string }) => {
  const t = useTranslations("ConnectedApps")
  const utils = trpc.useUtils()
  const removal = trpc.connectedApps.remove.useMutation()
  // An app that was removed in another tab counts as removed.
  const remove = (): Promise<unknown> =>
    removal.mutateAsync({ id }).catch((error: unknown) => {
      if (failureOf(error).code !== "not_found") throw error
    })
  return (
    <ConfirmButton
      label={t("remove")}
      named={t("remove_name", { name })}
      title={t("remove_title", { name })}
      text={t("remove_text")}
      submit={t("remove_submit")}
      goneMessage={t("remove_text")}
      act={remove}
      onDone={() => void utils.connectedApps.invalidate()}
    />
  )
}
