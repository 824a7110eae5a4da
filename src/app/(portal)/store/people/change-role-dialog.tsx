"use client"

import { useTranslations } from "next-intl"
import { RoleField, roleIn } from "@/app/(portal)/store/people/role-field"
import { useRefreshStores } from "@/app/(portal)/store/use-refresh-stores"
import type { AssignableRole } from "@/domain/store"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { Notice } from "@/ui/notice"
import { useActionNotice } from "@/ui/action-notices"
import { trpc } from "@/ui/trpc"

interface ChangeRoleDialogProps {
  id: string
  name: string
  role: AssignableRole
  onClose: () => void
}

/** Gives a member another role. */
export function ChangeRoleDialog({ id, name, role, onClose }: ChangeRoleDialogProps) {
  const t = useTranslations("StorePeople")
  const errorMessage = useErrorMessage()
  const refresh = useRefreshStores()
  const report = useActionNotice()
  const change = trpc.stores.changeRole.useMutation({
    onSuccess: (_, { role: given }) => {
      report(<Notice tone="good" title={t("role_changed", { name, role: t(`role_${given}`) })} />)
      onClose()
      void refresh()
    },
  })
  const onSubmit = (form: HTMLFormElement): void => {
    const chosen = roleIn(new FormData(form))
    if (chosen) change.mutate({ id, role: chosen })
  }
  const failure = change.error && failureOf(change.error)
  return (
    <Dialog title={t("change_role_of", { name })} livemode onClose={onClose}>
      <DialogForm onSubmit={onSubmit} submit={t("change_role")} pending={change.isPending} onCancel={onClose}>
        {failure && (
          <Alert key={change.submittedAt}>{failure.code === "not_found" ? t("stale") : errorMessage(failure)}</Alert>
        )}
        <RoleField defaultValue={role} first />
      </DialogForm>
    </Dialog>
  )
}
