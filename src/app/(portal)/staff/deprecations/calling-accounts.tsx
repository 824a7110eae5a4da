"use client"

import { useTranslations } from "next-intl"
import { DeprecationCard } from "@/app/(portal)/deprecations/deprecation-card"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { trpc } from "@/ui/trpc"

/** What is deprecated, with the accounts that still use it. */
export function CallingAccounts({ timeZone }: { timeZone: ViewerTimeZone }) {
  const t = useTranslations("Deprecations")
  const [{ data: deprecations }] = trpc.staffDeprecations.list.useSuspenseQuery()
  return deprecations.length === 0 ? (
    <EmptyState
      sentence={t("empty")}
      note={t("staff_empty_note")}
      action={<ButtonLink href="/docs/guides/versions">{t("about_versions")}</ButtonLink>}
    />
  ) : (
    deprecations.map(({ accounts, truncated, ...deprecation }) => (
      <div key={deprecation.id} className="grid grid-cols-1 gap-2">
        <DeprecationCard
          deprecation={deprecation}
          who={t("account")}
          rows={accounts.map(({ email, ...account }) => ({
            ...account,
            name: `${account.name} (${email})`,
            requestIds: null,
          }))}
          timeZone={timeZone}
        />
        {truncated && <p className="text-sm text-muted">{t("truncated", { count: accounts.length })}</p>}
      </div>
    ))
  )
}
