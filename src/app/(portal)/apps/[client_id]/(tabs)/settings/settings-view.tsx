"use client"

import { useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { DeleteApp } from "@/app/(portal)/apps/[client_id]/(tabs)/app-actions"
import { EditForm } from "@/app/(portal)/apps/[client_id]/(tabs)/settings/edit-form"
import { trpc } from "@/ui/trpc"

interface SettingsViewProps {
  clientId: string
  /** What the developer accepts by saving. */
  legal: ReactNode
}

/** The settings of an app, and its deletion. */
export function SettingsView({ clientId, legal }: SettingsViewProps) {
  const t = useTranslations("OauthApps")
  const [{ data: app }] = trpc.oauthApps.get.useSuspenseQuery({ client_id: clientId })
  const version = app.open ?? app.live
  return (
    <>
      {version && <EditForm clientId={clientId} type={app.type} version={version} />}
      {legal}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-6">
        <DeleteApp app={app} />
        <p className="text-sm text-muted">{t("delete_lead")}</p>
      </div>
    </>
  )
}
