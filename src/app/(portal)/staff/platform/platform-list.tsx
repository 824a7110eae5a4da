"use client"

import { useTranslations } from "next-intl"
import { SwitchButton } from "@/app/(portal)/staff/platform/switch-button"
import { Badge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { Picture } from "@/ui/picture"
import { trpc } from "@/ui/trpc"

/** The platform's own apps, with the switches of each. */
export function PlatformList({ baseUrl }: { baseUrl: string }) {
  const t = useTranslations("StaffPlatform")
  const [{ data: apps }] = trpc.platformApps.list.useSuspenseQuery()
  return apps.length === 0 ? (
    <EmptyState
      sentence={t("empty")}
      action={<ButtonLink href="/v1/apps">{t("see_api")}</ButtonLink>}
      note={t("lead")}
      snippet={`curl "${baseUrl}/v1/apps"`}
    />
  ) : (
    <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card sm:grid sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
      {apps.map((app) => (
        <li
          key={app.key}
          className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 sm:col-span-full sm:grid sm:grid-cols-subgrid sm:px-5"
        >
          <Picture src={app.icon} alt="" size={44} className="rounded-xl" />
          <div className="min-w-0 flex-1 basis-52">
            <div className="flex flex-wrap items-center gap-2">
              <h2 className="font-medium">{app.name}</h2>
              <Badge tone={app.enabled ? "neem" : "danger"}>{t(app.enabled ? "enabled" : "disabled")}</Badge>
              {app.maintenance && <Badge tone="marigold">{t("maintenance")}</Badge>}
              {!app.is_public && <Badge>{t("hidden")}</Badge>}
            </div>
            <p className="text-sm text-muted">{app.description}</p>
          </div>
          <div className="flex flex-wrap gap-2 sm:col-span-2 sm:grid sm:grid-cols-subgrid sm:items-start">
            <SwitchButton app={app.key} name={app.name} setting="maintenance" on={app.maintenance} />
            <SwitchButton app={app.key} name={app.name} setting="enabled" on={app.enabled} />
          </div>
        </li>
      ))}
    </ul>
  )
}
