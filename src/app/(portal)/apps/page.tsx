import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { AppsView } from "@/app/(portal)/apps/apps-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { requireAccount } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("OauthApps"))("title"),
  }
}

async function AppsPage() {
  const account = await requireAccount("/apps")
  const portal = await portalQueries()
  const [timeZone] = await Promise.all([viewerTimeZone(), portal.oauthApps.list.fetch()])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["OauthApps", "Table", "Problems", "Unverified"]}>
        <AppsView unverified={account.email_verified ? null : account.email} timeZone={timeZone} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default AppsPage
