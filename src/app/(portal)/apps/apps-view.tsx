"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { AppBadges } from "@/app/(portal)/apps/app-badges"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { CreateAppButton } from "@/app/(portal)/apps/create-app-button"
import { UnverifiedBanner } from "@/app/(portal)/keys/unverified-banner"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatNumber, pluralValues } from "@/i18n/format"
import type { PortalOutputs } from "@/ui/api"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import type { TableColumn } from "@/ui/table/column"
import { DataTable } from "@/ui/table/data-table"
import { TableTime } from "@/ui/table/table-time"
import { Toolbar } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

type App = PortalOutputs["oauthApps"]["list"]["data"][number]

interface AppsViewProps {
  /** The account's email address if it is not confirmed yet: such an account cannot register an app. */
  unverified: string | null
  timeZone: ViewerTimeZone
  baseUrl: string
}

/** The apps that the account has registered. */
export function AppsView({ unverified, timeZone, baseUrl }: AppsViewProps) {
  const t = useTranslations("OauthApps")
  const [{ data: apps }, { dataUpdatedAt }] = trpc.oauthApps.list.useSuspenseQuery()
  const columns = useColumns(timeZone, dataUpdatedAt)
  const create = unverified === null && <CreateAppButton />
  return (
    <>
      {apps.length === 0 ? (
        <>
          <PageHeading title={t("title")} lead={t("lead")} />
          {unverified !== null && <UnverifiedBanner email={unverified} />}
          <EmptyState
            sentence={t("empty")}
            action={create}
            note={t("empty_note")}
            snippet={`${baseUrl}/oauth/authorize?response_type=code\n  &client_id=$CLIENT_ID&redirect_uri=$REDIRECT_URI\n  &scope=openid&state=$STATE\n  &code_challenge=$CHALLENGE&code_challenge_method=S256`}
          />
        </>
      ) : (
        <>
          <Toolbar title={t("title")} action={create} />
          {unverified !== null && <UnverifiedBanner email={unverified} />}
          <DataTable
            caption={t("title")}
            rows={apps}
            columns={columns}
            rowId={({ client_id }) => client_id}
            chosen={undefined}
            sort={undefined}
            sortHref={() => "/apps"}
          />
        </>
      )}
    </>
  )
}

function useColumns(timeZone: ViewerTimeZone, now: number): TableColumn<App>[] {
  const t = useTranslations("OauthApps")
  const locale = useLocale()
  const badges = ({ type, status, update }: App) => <AppBadges type={type} status={status} update={update} />
  return [
    {
      id: "name",
      header: t("name"),
      flexible: true,
      cell: ({ client_id, name, logo }) => (
        <span className="flex items-center gap-2.5">
          <AppLogo name={name} logo={logo} small />
          <Link
            href={`/apps/${client_id}`}
            prefetch={false}
            className="font-medium wrap-anywhere whitespace-normal after:absolute after:inset-0 hover:underline"
          >
            {name}
          </Link>
        </span>
      ),
      below: (app) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1 whitespace-normal">
          {badges(app)}
          {t("people", pluralValues(app.people, locale))}
        </span>
      ),
    },
    {
      id: "status",
      header: t("status"),
      from: "sm",
      cell: (app) => <span className="flex gap-1.5">{badges(app)}</span>,
    },
    {
      id: "client_id",
      header: t("client_id"),
      from: "lg",
      cell: ({ client_id }) => <span className="font-mono text-xs text-muted">{client_id}</span>,
    },
    {
      id: "people",
      header: t("users"),
      from: "md",
      align: "right",
      cell: ({ people }) => formatNumber(people, locale),
    },
    {
      id: "created",
      header: t("created"),
      from: "sm",
      align: "right",
      cell: ({ created_at }) => <TableTime at={created_at} timeZone={timeZone} now={now} />,
    },
  ]
}
