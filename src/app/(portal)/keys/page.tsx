import type { Metadata } from "next"
import { getLocale, getTranslations } from "next-intl/server"
import { CreateKeyButton } from "@/app/(portal)/keys/create-key-button"
import { KeyCard } from "@/app/(portal)/keys/key-card"
import { UnverifiedBanner } from "@/app/(portal)/keys/unverified-banner"
import { readersClock } from "@/app/time-zone"
import { portal, requireVisitor } from "@/app/visitor"
import { DEFAULT_RATE_LIMITS } from "@/auth/bearer"
import { formatNumber } from "@/i18n/format"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Keys"))("title") })

const KeysPage = async () => {
  const account = await requireVisitor("/keys")
  const caller = await portal()
  const [t, locale, { zone }, { data: keys }, { data: store }] = await Promise.all([
    getTranslations("Keys"),
    getLocale(),
    readersClock(),
    caller.apiKeys.list(),
    caller.stores.own(),
  ])
  const working = keys.filter(({ status }) => status === "active")
  const ended = keys.filter(({ status }) => status !== "active")
  const create = account.email_verified && (
    <CreateKeyButton
      seller={store?.handles_orders ?? false}
      rateLimits={DEFAULT_RATE_LIMITS}
      zone={zone}
      baseUrl={env.appUrl}
    />
  )
  return (
    <ClientMessages namespaces={["Keys", "Scopes", "Problems", "Unverified"]}>
      <PageHeading title={t("title")} lead={t("lead")}>
        {keys.length > 0 && create}
      </PageHeading>
      {!account.email_verified && <UnverifiedBanner email={account.email} />}
      {keys.length === 0 && (
        <EmptyState
          sentence={t("empty")}
          action={create}
          note={t("empty_note")}
          snippet={`curl ${env.appUrl}/v1/me \\\n  -H "Authorization: Bearer $HAAT_KEY"`}
        />
      )}
      {working.length > 0 && (
        <ul aria-label={t("working")} className="grid gap-3">
          {working.map((key) => (
            <KeyCard key={key.id} apiKey={key} baseUrl={env.appUrl} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details>
          <summary className="w-fit rounded-lg py-2 text-sm text-muted hover:text-ink">
            {t("ended", { count: formatNumber(ended.length, locale) })}
          </summary>
          <ul className="mt-3 grid gap-3">
            {ended.map((key) => (
              <KeyCard key={key.id} apiKey={key} baseUrl={env.appUrl} />
            ))}
          </ul>
        </details>
      )}
    </ClientMessages>
  )
}

export default KeysPage
