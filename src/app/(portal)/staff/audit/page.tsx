import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { auditInput, parseAuditList, parseOpenEntry } from "@/app/(portal)/staff/audit/audit-list"
import { AuditView } from "@/app/(portal)/staff/audit/audit-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, requireStaff } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { withQuery } from "@/ui/query-url"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("StaffAudit"))("title"),
  }
}

async function AuditPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const params = await searchParams
  const [list, opened] = [parseAuditList(params), parseOpenEntry(params)]
  await requireStaff(withQuery("/staff/audit", { ...list, entry: opened }))
  const portal = await portalQueries()
  const [timeZone] = await Promise.all([viewerTimeZone(), orNotFound(portal.auditLog.list.fetch(auditInput(list)))])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["StaffAudit", "Table"]}>
        <AuditView list={list} opened={opened} timeZone={timeZone} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default AuditPage
