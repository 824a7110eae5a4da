"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { ConfirmDialog } from "@/app/(portal)/apps/confirm-button"
import { type Person, personName } from "@/app/(portal)/store/people/people-list"
import { useRefreshStores } from "@/app/(portal)/store/use-refresh-stores"
import { pluralValues } from "@/i18n/format"
import { Button } from "@/ui/button"
import { trpc } from "@/ui/trpc"

/** Removes the selected members, and withdraws the selected invitations. */
export function RemovePeopleButton({ people, store }: { people: readonly Person[]; store: string }) {
  const t = useTranslations("StorePeople")
  const locale = useLocale()
  const refresh = useRefreshStores()
  const removal = trpc.stores.removePeople.useMutation()
  // The dialog keeps its people, although the list behind it changes.
  const [removing, setRemoving] = useState<readonly Person[]>([])
  const many = pluralValues(removing.length, locale)
  return (
    <>
      <Button variant="danger-outline" onClick={() => setRemoving(people)}>
        {t("remove_many", pluralValues(people.length, locale))}
      </Button>
      {removing.length > 0 && (
        <ConfirmDialog
          title={t("remove_many_title", { ...many, store })}
          livemode
          text={t("remove_many_text")}
          submit={t("remove_many", many)}
          staleMessage={t("stale")}
          act={() =>
            removal.mutateAsync({
              ids: removing.filter(({ status }) => status === "member").map(({ id }) => id),
              emails: removing.filter(({ status }) => status === "invited").map(({ email }) => email),
            })
          }
          onDone={() => void refresh()}
          onClose={() => setRemoving([])}
        >
          <ul
            className="max-h-60 divide-y divide-line overflow-y-auto rounded-xl border border-line text-sm"
            tabIndex={0}
          >
            {removing.map((person) => (
              <li key={person.id} className="flex items-baseline gap-3 px-3 py-2">
                <span className="min-w-0 truncate font-medium">{personName(person)}</span>
                <span className="ml-auto whitespace-nowrap text-muted">{t(`status_${person.status}`)}</span>
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}
