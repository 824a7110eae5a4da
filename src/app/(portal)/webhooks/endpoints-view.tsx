"use client"

import { useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { UnverifiedBanner } from "@/app/(portal)/keys/unverified-banner"
import { DeletedEndpoints, EndpointList } from "@/app/(portal)/webhooks/endpoint-list"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { Toolbar } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

interface EndpointsViewProps {
  /** The account's email address if it is not confirmed yet: such an account cannot add an endpoint. */
  unverified: string | null
  timeZone: ViewerTimeZone
  baseUrl: string
  /** What is below the endpoints. */
  children: ReactNode
}

/** The account's endpoints, including deleted ones. */
export function EndpointsView({ unverified, timeZone, baseUrl, children }: EndpointsViewProps) {
  const t = useTranslations("Webhooks")
  const [{ data: endpoints }] = trpc.webhookEndpoints.list.useSuspenseQuery({ per_page: 100 })
  const add = unverified === null && (
    <ButtonLink href="/webhooks/new" variant="primary">
      {t("add")}
    </ButtonLink>
  )
  return (
    <>
      {endpoints.length === 0 ? (
        <>
          <PageHeading title={t("title")} lead={t("lead")} />
          {unverified !== null && <UnverifiedBanner email={unverified} />}
          <EmptyState sentence={t("empty")} action={add} note={t("empty_note")} snippet={snippet(baseUrl)} />
        </>
      ) : (
        <>
          <Toolbar title={t("title")} action={add} />
          {unverified !== null && <UnverifiedBanner email={unverified} />}
          <EndpointList endpoints={endpoints} />
        </>
      )}
      {children}
      <DeletedEndpoints timeZone={timeZone} />
    </>
  )
}

function snippet(baseUrl: string): string {
  return `curl -X POST "${baseUrl}/v1/webhook-endpoints" \\
  -H "Authorization: Bearer $HAAT_KEY" -H "Content-Type: application/json" \\
  -d '{ "url": "https://example.com/webhooks/haat", "events": ["seller.order.updated"] }'`
}
