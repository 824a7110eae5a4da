import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { AppBadges } from "@/app/(portal)/apps/app-badges"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { CreateAppButton } from "@/app/(portal)/apps/create-app-button"
import { UnverifiedBanner } from "@/app/(portal)/keys/unverified-banner"
import { readersClock } from "@/app/time-zone"
import { portal, requireVisitor } from "@/app/visitor"
import { counted, formatDate } from "@/i18n/format"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("OauthApps"))("title"),
})

const AppsPage = async () => {
  const account = await requireVisitor("/apps")
  const caller = await portal()
  const [t, locale, clock, { data: apps }] = await Promise.all([
    getTranslations("OauthApps"),
    getLocale(),
    readersClock(),
    caller.oauthApps.list(),
  ])
  const create = account.email_verified && <CreateAppButton />
  return (
    <ClientMessages namespaces={["OauthApps", "Problems", "Unverified"]}>
      <PageHeading title={t("title")} lead={t("lead")}>
        {apps.length > 0 && create}
      </PageHeading>
      {!account.email_verified && <UnverifiedBanner email={account.email} />}
      {apps.length === 0 ? (
        <EmptyState
          sentence={t("empty")}
          action={create}
          note={t("empty_note")}
          snippet={`${env.appUrl}/oauth/authorize?response_type=code\n  &client_id=$CLIENT_ID&redirect_uri=$REDIRECT_URI\n  &scope=openid&state=$STATE\n  &code_challenge=$CHALLENGE&code_challenge_method=S256`}
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
                  {t("people", counted(people, locale))} ·{" "}
                  {t("registered", { when: formatDate(created_at, locale, clock) })}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </ClientMessages>
  )
}

export default AppsPage
