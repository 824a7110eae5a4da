"use client"

import { useTranslations } from "next-intl"
import { DeletedEndpoints, EndpointList } from "@/app/(portal)/webhooks/endpoint-list"
import { useWebhooksOwner } from "@/app/(portal)/webhooks/owner-context"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { Toolbar } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

/** The endpoints of an app itself, in the mode of the page. */
export function AppWebhooks({ timeZone, baseUrl }: { timeZone: ViewerTimeZone; baseUrl: string }) {
  const t = useTranslations("Webhooks")
  const apps = useTranslations("OauthApps")
  const { path } = useWebhooksOwner()
  const [{ data: endpoints }] = trpc.webhookEndpoints.list.useSuspenseQuery({ per_page: 100 })
  const add = (
    <ButtonLink href={`${path}/new`} variant="primary">
      {t("add")}
    </ButtonLink>
  )
  return (
    <>
      {endpoints.length === 0 ? (
        <EmptyState sentence={apps("webhooks_empty")} action={add} note={t("empty_note")} snippet={snippet(baseUrl)} />
      ) : (
        <>
          <div className="grid gap-1">
            <Toolbar part title={t("list")} action={add} />
            <p className="max-w-3xl text-sm text-muted">{apps("webhooks_lead")}</p>
          </div>
          <EndpointList endpoints={endpoints} />
        </>
      )}
      <DeletedEndpoints timeZone={timeZone} />
    </>
  )
}

function snippet(baseUrl: string): string {
  return `curl ${baseUrl}/oauth/token \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials \\
  -d scope=app.webhooks.manage

curl ${baseUrl}/v1/webhook-endpoints \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{ "url": "https://example.com/webhooks/haat", "events": ["app.authorized"] }'`
}
