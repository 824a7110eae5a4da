import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { orNotFound, portal, requireVisitor } from "@/app/visitor"
import { formatDate } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { Button, ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { InputField } from "@/ui/field"
import { PageHeading } from "@/ui/page-heading"
import { withQuery } from "@/ui/query-address"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("StaffAccounts"))("title") })

const SEARCH_MAX = 254

const AccountsPage = async ({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) => {
  const asked = (await searchParams).q
  const q = typeof asked === "string" ? asked.replaceAll("\0", "").slice(0, SEARCH_MAX) : ""
  await requireVisitor(withQuery("/staff/accounts", { q }))
  const caller = await portal()
  const [t, locale, { data: accounts }] = await Promise.all([getTranslations("StaffAccounts"), getLocale(), orNotFound(caller.staffAccounts.find({ q }))])
  return (
    <ClientMessages namespaces={[]}>
      <PageHeading title={t("title")} lead={t("lead")} />
      <form role="search" className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <InputField label={t("search")} name="q" type="search" defaultValue={q} maxLength={SEARCH_MAX} autoCapitalize="none" spellCheck={false} />
        </div>
        <Button type="submit" className="min-h-11">
          {t("search_submit")}
        </Button>
      </form>
      {accounts.length === 0 ? (
        <EmptyState sentence={t("nothing_found")} action={<ButtonLink href="/staff/accounts">{t("show_all")}</ButtonLink>} />
      ) : (
        <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
          {accounts.map((account) => (
            <li key={account.id} className="relative grid gap-0.5 px-4 py-3.5 first:rounded-t-2xl last:rounded-b-2xl hover:bg-sunken sm:px-5">
              <div className="flex flex-wrap items-center gap-2">
                <Link href={`/staff/accounts/${account.id}`} className="font-medium wrap-anywhere after:absolute after:inset-0">
                  {account.name}
                </Link>
                {account.locked_at !== null && <Badge tone="danger">{t("locked")}</Badge>}
                {account.staff && <Badge tone="indigo">{t("staff")}</Badge>}
                {!account.verified && <Badge>{t("unverified")}</Badge>}
              </div>
              <p className="text-sm text-muted wrap-anywhere">
                {account.email} · {t("since", { when: formatDate(account.created_at, locale) })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </ClientMessages>
  )
}

export default AccountsPage
