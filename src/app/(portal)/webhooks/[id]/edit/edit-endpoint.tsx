"use client"

import { BackLink } from "@/ui/back-link"
import { useTranslations } from "next-intl"
import type { ComponentProps } from "react"
import { useWebhooksOwner } from "@/app/(portal)/webhooks/owner-context"
import { EndpointForm } from "@/app/(portal)/webhooks/endpoint-form"
import { EndpointBadge } from "@/app/(portal)/webhooks/webhook-badges"
import { modeOf } from "@/domain/mode"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

type EditEndpointProps = { id: string } & Pick<ComponentProps<typeof EndpointForm>, "samples">

export function EditEndpoint({ id, samples }: EditEndpointProps) {
  const t = useTranslations("Webhooks")
  const { path } = useWebhooksOwner()
  const [{ data: endpoint }] = trpc.webhookEndpoints.get.useSuspenseQuery({ id })
  return (
    <>
      <BackLink href={`${path}/${id}`}>{t("to_endpoint")}</BackLink>
      <PageHeading
        title={t("edit_title")}
        lead={
          <span className="flex flex-wrap items-center gap-2 pt-1 text-sm">
            <EndpointBadge status={endpoint.status} /> <span className="wrap-anywhere">{endpoint.url}</span>
          </span>
        }
      />
      <EndpointForm endpoint={endpoint} mode={modeOf(endpoint.livemode)} samples={samples} />
    </>
  )
}
