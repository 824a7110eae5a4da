"use client"

import { useTranslations } from "next-intl"
import { DeprecationCard } from "@/app/(portal)/deprecations/deprecation-card"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { trpc } from "@/ui/trpc"

/** What is deprecated, with the calls of the account's keys and apps. */
export function DeprecationsView({ timeZone, baseUrl }: { timeZone: ViewerTimeZone; baseUrl: string }) {
  const t = useTranslations("Deprecations")
  const [{ data: deprecations }] = trpc.deprecations.list.useSuspenseQuery()
  return deprecations.length === 0 ? (
    <EmptyState
      sentence={t("empty")}
      note={t("empty_note")}
      action={<ButtonLink href="/docs/guides/versions">{t("about_versions")}</ButtonLink>}
      snippet={`curl "${baseUrl}/v1/deprecations" \\\n  -H "Authorization: Bearer $HAAT_KEY"`}
    />
  ) : (
    deprecations.map(({ callers, ...deprecation }) => (
      <DeprecationCard
        key={deprecation.id}
        deprecation={deprecation}
        who={t("caller")}
        rows={callers.map(({ request_ids: requestIds, ...caller }) => ({ ...caller, requestIds }))}
        timeZone={timeZone}
      />
    ))
  )
}
