"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { ConfirmButton } from "@/app/(portal)/apps/confirm-button"
import { useRefreshStores } from "@/app/(portal)/store/use-refresh-stores"
import { ASSIGNABLE_ROLES, type StoreRole } from "@/domain/store"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { useErrorMessage } from "@/ui/error-message"
import { SelectField } from "@/ui/field"
import { trpc } from "@/ui/trpc"

type GivenRole = Exclude<StoreRole, "owner">

/** The actions of an owner on a member: change the role, transfer the store, remove. */
export const PersonActions = ({
  id,
  name,
  role,
  store,
}: {
  id: string
  name: string
  role: GivenRole
  store: string
}) => {
  const t = useTranslations("StorePeople")
  const errorMessage = useErrorMessage()
  const refresh = useRefreshStores()
  // Pending until the list has been reloaded.
  const change = trpc.stores.changeRole.useMutation({ onSettled: refresh })
  const handOver = trpc.stores.handOver.useMutation()
  const remove = trpc.stores.removePerson.useMutation()
  const failure = change.error && failureOf(change.error)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label={t("role_of", { name })}
          value={change.isPending ? change.variables.role : role}
          onChange={(event) => change.mutate({ id, role: event.target.value as GivenRole })}
          disabled={change.isPending}
        >
          {ASSIGNABLE_ROLES.map((each) => (
            <option key={each} value={each}>
              {t(`role_${each}`)}
            </option>
          ))}
        </SelectField>
        <ConfirmButton
          label={t("hand_over")}
          named={t("hand_over_to", { name })}
          title={t("hand_over_title", { store, name })}
          text={t("hand_over_text", { name })}
          submit={t("hand_over_submit")}
          goneMessage={t("gone")}
          act={() => handOver.mutateAsync({ id })}
          onDone={() => void refresh()}
        />
        <ConfirmButton
          label={t("remove")}
          named={t("remove_name", { name })}
          title={t("remove_title", { name, store })}
          text={t("remove_text")}
          submit={t("remove_submit", { name })}
          goneMessage={t("gone")}
          act={() => remove.mutateAsync({ id })}
          onDone={() => void refresh()}
        />
      </div>
      {failure && (
        <Alert key={change.submittedAt}>{failure.code === "not_found" ? t("gone") : errorMessage(failure)}</Alert>
      )}
    </div>
  )
}

export const Leave = ({ store }: { store: string }) => {
  const t = useTranslations("StorePeople")
  const utils = trpc.useUtils()
  const router = useRouter()
  const leave = trpc.stores.leave.useMutation()
  return (
    <ConfirmButton
      label={t("leave")}
      title={t("leave_title", { store })}
      text={t("leave_text")}
      submit={t("leave_submit")}
      goneMessage={t("gone")}
      act={() => leave.mutateAsync()}
      then="/store"
      onDone={() => {
        utils.stores.own.setData(undefined, { data: null })
        // The navigation no longer offers the store's pages.
        router.refresh()
      }}
    />
  )
}

export const WithdrawButton = ({ email }: { email: string }) => {
  const t = useTranslations("StorePeople")
  const refresh = useRefreshStores()
  const withdraw = trpc.stores.withdrawInvitation.useMutation()
  return (
    <ConfirmButton
      label={t("withdraw")}
      named={t("withdraw_name", { email })}
      title={t("withdraw_title", { email })}
      text={t("withdraw_text")}
      submit={t("withdraw_submit")}
      goneMessage={t("gone")}
      act={() => withdraw.mutateAsync({ email })}
      onDone={() => void refresh()}
    />
  )
}
