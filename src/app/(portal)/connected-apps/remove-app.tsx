"use client"

import { useRouter } from "next/navigation"
import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { ConfirmButton, ConfirmDialog } from "@/app/(portal)/apps/confirm-button"
import type { ConnectedApp } from "@/features/connected-apps/schema"
import { pluralValues } from "@/i18n/format"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { RowMenu, RowMenuItem } from "@/ui/table/row-menu"
import { trpc } from "@/ui/trpc"

type App = Pick<ConnectedApp, "id" | "name">

interface RemoveAppProps {
  app: App
  livemode: boolean
}

/** What the dialog asks that removes an app, and what it does. */
function useRemoval({ app: { id, name }, livemode }: RemoveAppProps) {
  const t = useTranslations("ConnectedApps")
  const utils = trpc.useUtils()
  const removal = trpc.connectedApps.remove.useMutation()
  // An app that was removed in another tab counts as removed.
  const act = (): Promise<unknown> =>
    removal.mutateAsync({ id }).catch((error: unknown) => {
      if (failureOf(error).code !== "not_found") throw error
    })
  return {
    title: t("remove_title", { name }),
    livemode,
    text: t("remove_text"),
    submit: t("remove_submit"),
    staleMessage: t("remove_text"),
    act,
    onDone: () => void utils.connectedApps.invalidate(),
  }
}

/** Removes an app, and closes its details. */
export function RemoveAppButton({ app, livemode, back }: RemoveAppProps & { back: string }) {
  const t = useTranslations("ConnectedApps")
  const router = useRouter()
  const { onDone, ...removal } = useRemoval({ app, livemode })
  return (
    <ConfirmButton
      label={t("remove")}
      named={t("remove_name", { name: app.name })}
      {...removal}
      onDone={() => {
        router.push(back, { scroll: false })
        onDone()
      }}
    />
  )
}

/** What can be done with an app, as a menu in its row. */
export function AppMenu({ app, livemode }: RemoveAppProps) {
  const t = useTranslations("ConnectedApps")
  const [open, setOpen] = useState(false)
  const removal = useRemoval({ app, livemode })
  const { name } = app
  return (
    <>
      <RowMenu label={t("actions_of", { name })}>
        <RowMenuItem onClick={() => setOpen(true)} aria-label={t("remove_name", { name })}>
          {t("remove")}
        </RowMenuItem>
      </RowMenu>
      {open && <ConfirmDialog {...removal} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Removes the selected apps. */
export function RemoveAppsButton({ apps, livemode }: { apps: readonly App[]; livemode: boolean }) {
  const t = useTranslations("ConnectedApps")
  const locale = useLocale()
  const utils = trpc.useUtils()
  const removal = trpc.connectedApps.removeMany.useMutation()
  // The dialog keeps its apps, although the list behind it changes.
  const [removing, setRemoving] = useState<readonly App[]>([])
  const many = pluralValues(removing.length, locale)
  return (
    <>
      <Button variant="danger-outline" onClick={() => setRemoving(apps)}>
        {t("remove_many", pluralValues(apps.length, locale))}
      </Button>
      {removing.length > 0 && (
        <ConfirmDialog
          title={t("remove_many_title", many)}
          livemode={livemode}
          text={t("remove_many_text")}
          submit={t("remove_many", many)}
          staleMessage={t("stale")}
          act={() => removal.mutateAsync({ ids: removing.map(({ id }) => id) })}
          onDone={() => void utils.connectedApps.invalidate()}
          onClose={() => setRemoving([])}
        >
          <ul
            className="max-h-60 divide-y divide-line overflow-y-auto rounded-xl border border-line text-sm"
            tabIndex={0}
          >
            {removing.map(({ id, name }) => (
              <li key={id} className="truncate px-3 py-2 font-medium">
                {name}
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}
