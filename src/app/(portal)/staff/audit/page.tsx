import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { AuditEntries } from "@/app/(portal)/staff/audit/audit-entries"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, requireStaff } from "@/app/current-account"
import { env } from "@/platform/env"
import { Button, ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { InputField } from "@/ui/field"
import { PageHeading } from "@/ui/page-heading"
import { withQuery } from "@/ui/query-url"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("StaffAudit"))("title"),
  }
}

const FILTERS = { actor: 254, action: 100, subject: 200 } as const
type Filter = keyof typeof FILTERS

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function AuditPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const params = await searchParams
  const read = (name: Filter): string =>
    typeof params[name] === "string" ? params[name].replaceAll("\0", "").slice(0, FILTERS[name]) : ""
  const filters = { actor: read("actor"), action: read("action"), subject: read("subject") }
  const after = typeof params.after === "string" && UUID.test(params.after) ? params.after : undefined
  await requireStaff(withQuery("/staff/audit", { ...filters, after }))
  const filter = { ...filters, after }
  const filtered = Object.values(filters).some((value) => value !== "")
  const portal = await portalQueries()
  const [t, clock] = await Promise.all([
    getTranslations("StaffAudit"),
    viewerTimeZone(),
    orNotFound(portal.auditLog.list.prefetch(filter)),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["StaffAudit"]}>
        <PageHeading title={t("title")} lead={t("lead")} />
        <form
          role="search"
          action="/staff/audit"
          className="grid gap-3 sm:grid-cols-2 xl:grid-cols-[repeat(3,minmax(0,1fr))_auto]"
        >
          {(["actor", "action", "subject"] as const).map((name) => (
            <InputField
              key={name}
              label={t(name)}
              name={name}
              type="search"
              defaultValue={filters[name]}
              maxLength={FILTERS[name]}
              autoCapitalize="none"
              spellCheck={false}
            />
          ))}
          <div className="flex items-end gap-3">
            <Button type="submit" className="min-h-11">
              {t("filter")}
            </Button>
            {filtered && (
              <ButtonLink href="/staff/audit" variant="quiet" className="min-h-11">
                {t("clear")}
              </ButtonLink>
            )}
          </div>
        </form>
        <AuditEntries filter={filter} filtered={filtered} clock={clock} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default AuditPage
