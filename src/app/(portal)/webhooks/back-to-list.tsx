import { getTranslations } from "next-intl/server"
import { orNotFound, portal } from "@/app/current-account"
import { BackLink } from "@/ui/back-link"
import { webhooksOwner } from "@/app/(portal)/webhooks/owner"

async function nameOf(app: string): Promise<string> {
  return (await orNotFound((await portal()).oauthApps.get({ client_id: app }))).data.name
}

/** The link from a page of an endpoint to the list of endpoints, which an app has on its page. */
export async function BackToList({ app }: { app: string | null }) {
  const t = await getTranslations("Webhooks")
  return <BackLink href={webhooksOwner(app).list}>{app === null ? t("title") : await nameOf(app)}</BackLink>
}
