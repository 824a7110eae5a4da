import Link from "next/link"
import { getTranslations } from "next-intl/server"
import { orNotFound, portal } from "@/app/current-account"
import { webhooksOwner } from "@/app/(portal)/webhooks/owner"

async function nameOf(app: string): Promise<string> {
  return (await orNotFound((await portal()).oauthApps.get({ client_id: app }))).data.name
}

/** The link from a page of an endpoint to the list of endpoints, which an app has on its page. */
export async function BackToList({ app }: { app: string | null }) {
  const t = await getTranslations("Webhooks")
  return (
    <Link href={webhooksOwner(app).list} className="link w-fit text-sm">
      {app === null ? t("all") : t("to_app", { app: await nameOf(app) })}
    </Link>
  )
}
