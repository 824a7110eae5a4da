"use client"

import { useTranslations } from "next-intl"
import { DeletedEndpoints, EndpointList } from "@/app/(portal)/webhooks/endpoint-list"
import { useWebhooksOwner } from "@/app/(portal)/webhooks/owner-context"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { ButtonLink } from "@/ui/button"
import { trpc } from "@/ui/trpc"

/** The endpoints of an app itself, in the mode of the page. */
export function AppWebhooks({ clock }: { clock: ViewerTimeZone }) {
  const t = useTranslations("Webhooks")
  const { path } = useWebhooksOwner()
  const [{ data: endpoints }] = trpc.webhookEndpoints.list.useSuspenseQuery({ per_page: 100 })
  return (
    <>
      {endpoints.length > 0 && <EndpointList endpoints={endpoints} />}
      <ButtonLink href={`${path}/new`} className="w-fit">
        {t("add")}
      </ButtonLink>
      <DeletedEndpoints clock={clock} />
    </>
  )
}
