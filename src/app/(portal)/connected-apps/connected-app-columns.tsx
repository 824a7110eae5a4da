"use client"

import Link from "next/link"
import { useTranslations } from "next-intl"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { useScopeDescription } from "@/app/(portal)/apps/scope-description"
import { AppMenu } from "@/app/(portal)/connected-apps/remove-app"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { ConnectedApp } from "@/features/connected-apps/schema"
import { Badge } from "@/ui/badge"
import { LastUsed } from "@/ui/table/last-used"
import type { TableColumn } from "@/ui/table/column"
import { TableTime } from "@/ui/table/table-time"

interface ConnectedAppColumnsOptions {
  /** The URL of the list with an app's details. */
  href: (app: ConnectedApp) => string
  opened: string | undefined
  livemode: boolean
  timeZone: ViewerTimeZone
  /** When the apps were read, in milliseconds. */
  now: number
}

/** The columns of the table of apps with access to an account. */
export function useConnectedAppColumns({
  href,
  opened,
  livemode,
  timeZone,
  now,
}: ConnectedAppColumnsOptions): TableColumn<ConnectedApp>[] {
  const t = useTranslations("ConnectedApps")
  const scopeMessages = useScopeDescription()
  const lastUsed = ({ last_used_at: at }: ConnectedApp) => <LastUsed at={at} timeZone={timeZone} now={now} />
  return [
    {
      id: "name",
      header: t("app"),
      sort: ["name", "-name"],
      flexibleWhenNarrow: true,
      cell: (app) => (
        <span className="flex items-center gap-2.5">
          <AppLogo name={app.name} logo={app.logo} small />
          <Link
            href={href(app)}
            scroll={false}
            prefetch={false}
            aria-current={app.id === opened ? "true" : undefined}
            title={app.name}
            className="max-w-64 truncate font-medium after:absolute after:inset-0 hover:underline"
          >
            {app.name}
          </Link>
          {app.suspended && <Badge tone="danger">{t("suspended")}</Badge>}
        </span>
      ),
      below: lastUsed,
    },
    {
      id: "developer",
      header: t("developer"),
      choice: "shown",
      from: "sm",
      cell: ({ developer }) => <span className="block max-w-44 truncate">{developer}</span>,
    },
    {
      id: "scopes",
      header: t("permissions"),
      choice: "shown",
      from: "lg",
      flexible: true,
      cell: ({ scopes, persona }) => {
        const scopeText = scopes.map((scope) => scopeMessages(scope, persona)).join(" · ")
        return (
          <span className="text-muted" title={scopeText}>
            {scopeText}
          </span>
        )
      },
    },
    {
      id: "granted",
      header: t("granted"),
      choice: "shown",
      sort: ["-granted", "granted"],
      align: "right",
      from: "md",
      cell: ({ granted_at }) => <TableTime at={granted_at} timeZone={timeZone} now={now} />,
    },
    {
      id: "last_used",
      header: t("last_used"),
      choice: "shown",
      sort: ["-last_used", "last_used"],
      align: "right",
      from: "sm",
      cell: lastUsed,
    },
    {
      id: "actions",
      header: t("actions"),
      headerHidden: true,
      align: "right",
      cell: (app) => <AppMenu app={app} livemode={livemode} />,
    },
  ]
}
