import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { cache } from "react"
import type { AppTab } from "@/app/(portal)/apps/[client_id]/app-tab"
import { currentAccount, orNotFound } from "@/app/current-account"
import { portalQueries } from "@/app/hydration"

/** An app of the account, also for the hooks of the page's components. Another account's is not found. */
export const loadApp = cache(async (clientId: string) => {
  const { oauthApps } = await portalQueries()
  return (await orNotFound(oauthApps.get.fetch({ client_id: clientId }))).data
})

/** Names the document after the app and its tab. A signed-out reader gets none: the page sends them to the sign-in. */
export async function appMetadata(clientId: string, tab: AppTab): Promise<Metadata> {
  if (!(await currentAccount())) return {}
  const [{ name }, t] = await Promise.all([loadApp(clientId), getTranslations("OauthApps")])
  return { title: tab === "overview" ? name : `${t(`tab_${tab}`)} · ${name}` }
}
