"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { AppBadges } from "@/app/(portal)/apps/app-badges"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { CreateAppButton } from "@/app/(portal)/apps/create-app-button"
import { UnverifiedBanner } from "@/app/(portal)/keys/unverified-banner"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { pluralValues, formatDate } from "@/i18n/format"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

interface AppsViewProps {
  /** The account's email address if it is not confirmed yet: such an account cannot register an app. */
  unverified: string | null
  clock: ViewerTimeZone
  baseUrl: string
}

/** The apps that the account has registered. */
export function AppsView({ unverified, clock, baseUrl }: AppsViewProps) {
  const t = useTranslations("OauthApps")
  const locale = useLocale()
  const [{ data: apps }] = trpc.oauthApps.list.useSuspenseQuery()
  const create = unverified === null && <CreateAppButton />
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")}>
        {apps.length > 0 && create}
      </PageHeading>
      {unverified !== null && <UnverifiedBanner email={unverified} />}
      {apps.length === 0 ? (
        <EmptyState
          sentence={t("empty")}
          action={create}
          note={t("empty_note")}
          snippet={`${baseUrl}/oauth/authorize?response_type=code\n  &client_id=$CLIENT_ID&redirect_uri=$REDIRECT_URI\n  &scope=openid&state=$STATE\n  &code_challenge=$CHALLENGE&code_challenge_method=S256`}
        />
      ) : (
        <ul className="grid gap-3">
          {apps.map(({ client_id, type, status, update, name, logo, people, created_at }) => (
            <li
              key={client_id}
              className="relative flex items-start gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card hover:border-line-strong sm:p-5"
            >
              <AppLogo name={name} logo={logo} />
              <div className="grid min-w-0 gap-1">
                <div className="flex flex-wrap items-center gap-2">
                  <h2 className="font-semibold wrap-anywhere">
                    <Link href={`/apps/${client_id}`} className="after:absolute after:inset-0 after:rounded-2xl">
                      {name}
                    </Link>
                  </h2>
                  <AppBadges type={type} status={status} update={update} />
                </div>
                <p className="font-mono text-xs text-muted wrap-anywhere">{client_id}</p>
                <p className="text-sm text-muted">
                  {t("people", pluralValues(people, locale))} ·{" "}
                  {t("registered", { when: formatDate(created_at, locale, clock) })}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
