"use client"

import { useLocale, useTranslations } from "next-intl"
import { CreateKeyButton } from "@/app/(portal)/keys/create-key-button"
import { KeyCard } from "@/app/(portal)/keys/key-card"
import { UnverifiedBanner } from "@/app/(portal)/keys/unverified-banner"
import type { Mode } from "@/domain/mode"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatNumber } from "@/i18n/format"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

interface KeysViewProps {
  /** The account's email address if it is not confirmed yet: such an account cannot create a key. */
  unverified: string | null
  seller: boolean
  mode: Mode
  /** The most requests per minute that a key may have. */
  rateLimit: number
  clock: ViewerTimeZone
  baseUrl: string
}

/** The account's keys of a mode, active ones first. */
export function KeysView({ unverified, seller, mode, rateLimit, clock, baseUrl }: KeysViewProps) {
  const t = useTranslations("Keys")
  const locale = useLocale()
  const [{ data: keys }, { dataUpdatedAt }] = trpc.apiKeys.list.useSuspenseQuery()
  const working = keys.filter(({ status }) => status === "active")
  const ended = keys.filter(({ status }) => status !== "active")
  const create = unverified === null && (
    <CreateKeyButton seller={seller} mode={mode} rateLimit={rateLimit} zone={clock.zone} baseUrl={baseUrl} />
  )
  const cards = (shown: typeof keys) =>
    shown.map((key) => (
      <KeyCard key={key.id} apiKey={key} baseUrl={baseUrl} clock={clock} now={new Date(dataUpdatedAt)} />
    ))
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")}>
        {keys.length > 0 && create}
      </PageHeading>
      {unverified !== null && <UnverifiedBanner email={unverified} />}
      {keys.length === 0 && (
        <EmptyState
          sentence={t(mode === "live" ? "empty" : "empty_test")}
          action={create}
          note={t("empty_note")}
          snippet={`curl ${baseUrl}/v1/me \\\n  -H "Authorization: Bearer $HAAT_KEY"`}
        />
      )}
      {working.length > 0 && (
        <ul aria-label={t("working")} className="grid gap-3">
          {cards(working)}
        </ul>
      )}
      {ended.length > 0 && (
        <details>
          <summary className="w-fit rounded-lg py-2 text-sm text-muted hover:text-ink">
            {t("ended", { count: formatNumber(ended.length, locale) })}
          </summary>
          <ul className="mt-3 grid gap-3">{cards(ended)}</ul>
        </details>
      )}
    </>
  )
}
