"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { ConfirmDialog } from "@/app/(portal)/apps/confirm-button"
import { ChangeRoleDialog } from "@/app/(portal)/store/people/change-role-dialog"
import { type Member, type Person, personName } from "@/app/(portal)/store/people/people-list"
import { useRefreshStores } from "@/app/(portal)/store/use-refresh-stores"
import { RowMenu, RowMenuItem } from "@/ui/table/row-menu"
import { trpc } from "@/ui/trpc"

interface PersonActionsProps {
  person: Person
  /** The store's name. */
  store: string
  /** Whether the reader is the owner. */
  owner: boolean
}

type Action = "change_role" | "transfer" | "remove" | "withdraw" | "leave"

/** What the reader can do with a person: the owner with the others, and everybody else with themselves. */
function actionsOn(person: Person, owner: boolean): readonly Action[] {
  if (person.status === "invited") return ["withdraw"]
  if (owner) return person.role === "owner" ? [] : ["change_role", "transfer", "remove"]
  return person.you ? ["leave"] : []
}

/** What can be done with a person, as a menu in their row. */
export function PersonActions({ person, store, owner }: PersonActionsProps) {
  const t = useTranslations("StorePeople")
  const [open, setOpen] = useState<Action | null>(null)
  const actions = actionsOn(person, owner)
  if (actions.length === 0) return null
  const name = personName(person)
  const names: Record<Action, string> = {
    change_role: t("change_role_of", { name }),
    transfer: t("transfer_to", { name }),
    remove: t("remove_name", { name }),
    withdraw: t("withdraw_name", { email: person.email }),
    leave: t("leave"),
  }
  const close = (): void => setOpen(null)
  return (
    <>
      <RowMenu label={t("actions_of", { name })}>
        {actions.map((action) => (
          <RowMenuItem key={action} onClick={() => setOpen(action)} aria-label={names[action]}>
            {t(action)}
          </RowMenuItem>
        ))}
      </RowMenu>
      {open === "change_role" && person.status === "member" && person.role !== "owner" && (
        <ChangeRoleDialog id={person.id} name={name} role={person.role} onClose={close} />
      )}
      {open === "transfer" && person.status === "member" && (
        <TransferOwnership person={person} store={store} onClose={close} />
      )}
      {open === "remove" && person.status === "member" && <Remove person={person} store={store} onClose={close} />}
      {open === "withdraw" && <Withdraw email={person.email} onClose={close} />}
      {open === "leave" && <Leave store={store} onClose={close} />}
    </>
  )
}

interface MemberDialogProps {
  person: Member
  store: string
  onClose: () => void
}

function TransferOwnership({ person: { id, name }, store, onClose }: MemberDialogProps) {
  const t = useTranslations("StorePeople")
  const refresh = useRefreshStores()
  const transfer = trpc.stores.transferOwnership.useMutation()
  return (
    <ConfirmDialog
      title={t("transfer_title", { store, name })}
      livemode
      text={t("transfer_text", { name })}
      submit={t("transfer_submit")}
      staleMessage={t("stale")}
      act={() => transfer.mutateAsync({ id })}
      onDone={() => void refresh()}
      onClose={onClose}
    />
  )
}

function Remove({ person: { id, name }, store, onClose }: MemberDialogProps) {
  const t = useTranslations("StorePeople")
  const refresh = useRefreshStores()
  const remove = trpc.stores.removePerson.useMutation()
  return (
    <ConfirmDialog
      title={t("remove_title", { name, store })}
      livemode
      text={t("remove_text")}
      submit={t("remove_submit", { name })}
      staleMessage={t("stale")}
      act={() => remove.mutateAsync({ id })}
      onDone={() => void refresh()}
      onClose={onClose}
    />
  )
}

function Withdraw({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations("StorePeople")
  const refresh = useRefreshStores()
  const withdraw = trpc.stores.withdrawInvitation.useMutation()
  return (
    <ConfirmDialog
      title={t("withdraw_title", { email })}
      livemode
      text={t("withdraw_text")}
      submit={t("withdraw_submit")}
      staleMessage={t("stale")}
      act={() => withdraw.mutateAsync({ email })}
      onDone={() => void refresh()}
      onClose={onClose}
    />
  )
}

function Leave({ store, onClose }: { store: string; onClose: () => void }) {
  const t = useTranslations("StorePeople")
  const utils = trpc.useUtils()
  const leave = trpc.stores.leave.useMutation()
  return (
    <ConfirmDialog
      title={t("leave_title", { store })}
      livemode
      text={t("leave_text")}
      submit={t("leave_submit")}
      staleMessage={t("stale")}
      act={() => leave.mutateAsync()}
      then="/store"
      onDone={() => utils.stores.own.setData(undefined, { data: null })}
      onClose={onClose}
    />
  )
}
