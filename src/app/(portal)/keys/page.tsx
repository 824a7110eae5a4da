import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { parseKeyList } from "@/app/(portal)/keys/key-list"
import { KeysView } from "@/app/(portal)/keys/keys-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { portalMode, requireAccount } from "@/app/current-account"
import { DEFAULT_RATE_LIMITS } from "@/auth/api-key"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { withQuery } from "@/ui/query-url"
import { tableQuery } from "@/ui/table/table-url"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("Keys"))("title") }
}

async function KeysPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const list = parseKeyList(await searchParams)
  const account = await requireAccount(withQuery("/keys", tableQuery(list)))
  const portal = await portalQueries()
  const [timeZone, mode] = await Promise.all([
    viewerTimeZone(),
    portalMode(),
    portal.stores.own.fetch(),
    portal.portalKeys.list.fetch(),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Keys", "Scopes", "Problems", "Unverified", "Table", "Pager"]}>
        <KeysView
          list={list}
          unverified={account.email_verified ? null : account.email}
          mode={mode}
          rateLimit={DEFAULT_RATE_LIMITS[mode === "live" ? "live" : "test"]}
          timeZone={timeZone}
          baseUrl={env.appUrl}
        />
      </ClientMessages>
    </HydrateClient>
  )
}

export default KeysPage
