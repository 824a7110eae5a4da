import type { Metadata } from "next"
import Link from "next/link"
import { notFound } from "next/navigation"
import { getLocale, getTranslations } from "next-intl/server"
import { Section } from "@/app/(portal)/apps/section"
import { DeliveriesSection } from "@/app/(portal)/webhooks/[id]/deliveries-section"
import { filterOf, sinceOf } from "@/app/(portal)/webhooks/[id]/delivery-filter"
import { DeleteEndpoint, EndpointActions } from "@/app/(portal)/webhooks/[id]/endpoint-actions"
import { RotateButton } from "@/app/(portal)/webhooks/[id]/rotate-button"
import { TestButton } from "@/app/(portal)/webhooks/[id]/test-button"
import { VerifySnippets } from "@/app/(portal)/webhooks/[id]/verify-snippets"
import { EndpointBadges, EventNames } from "@/app/(portal)/webhooks/webhook-badges"
import { readersClock } from "@/app/time-zone"
import { orNotFound, portal, requireVisitor } from "@/app/visitor"
import type { Clock } from "@/domain/time-zone"
import type { WebhookEndpoint } from "@/features/webhook-endpoints/schema"
import { counted, formatDayAndHour } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { ClientMessages } from "@/ui/client-messages"
import { Notice } from "@/ui/notice"
import { PageHeading } from "@/ui/page-heading"
import { pageOf, withQuery } from "@/ui/query-address"

interface EndpointPageProps {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Webhooks"))("title") })

const PER_PAGE = 20

const EndpointPage = async ({ params, searchParams }: EndpointPageProps) => {
  const [{ id }, asked] = await Promise.all([params, searchParams])
  const [filter, page] = [filterOf(asked), pageOf(asked.page)]
  await requireVisitor(withQuery(`/webhooks/${id}`, { ...filter, page }))
  const caller = await portal()
  const { status, type, within } = filter
  const [t, locale, clock, deliveries, { data: deleted }] = await Promise.all([
    getTranslations("Webhooks"),
    getLocale(),
    readersClock(),
    orNotFound(
      caller.webhookDeliveries.list({ endpoint: id, status, type, since: sinceOf(within), page, per_page: PER_PAGE }),
    ),
    caller.portalWebhookEndpoints.deleted(),
  ])
  const gone = deleted.find((endpoint) => endpoint.id === id)
  const endpoint = gone ? null : (await orNotFound(caller.webhookEndpoints.get({ id }))).data
  const shown = gone ?? endpoint ?? notFound()
  return (
    <ClientMessages namespaces={["Webhooks", "Problems"]}>
      <Link href="/webhooks" className="link w-fit text-sm">
        {t("all")}
      </Link>
      <PageHeading
        title={<span className="text-xl wrap-anywhere sm:text-2xl">{shown.url}</span>}
        lead={
          <span className="flex flex-wrap items-center gap-2 pt-1 text-sm">
            <EndpointBadges livemode={shown.livemode} status={endpoint?.status ?? "deleted"} />
            {endpoint && endpoint.failures_in_a_row > 0 && (
              <Badge tone="danger">{t("failures", counted(endpoint.failures_in_a_row, locale))}</Badge>
            )}
            {endpoint && <span className="wrap-anywhere">{endpoint.description}</span>}
          </span>
        }
      >
        {endpoint && <EndpointActions endpoint={endpoint} />}
      </PageHeading>
      {endpoint ? <Standing endpoint={endpoint} /> : <Notice tone="info">{t("deleted_note")}</Notice>}
      {endpoint && <Workbench endpoint={endpoint} clock={clock} />}
      <DeliveriesSection
        endpoint={id}
        livemode={shown.livemode}
        sending={endpoint?.status === "enabled"}
        deleted={endpoint === null}
        filter={filter}
        clock={clock}
        deliveries={deliveries}
      />
      {endpoint && (
        <div>
          <DeleteEndpoint endpoint={endpoint} />
        </div>
      )}
    </ClientMessages>
  )
}

export default EndpointPage

/** Why nothing is sent, where nothing is. */
const Standing = async ({ endpoint: { status, disabled_reason } }: { endpoint: WebhookEndpoint }) => {
  const t = await getTranslations("Webhooks")
  if (status === "paused") return <Notice tone="warning">{t("paused_note")}</Notice>
  if (status === "disabled")
    return <Notice tone="danger">{t(disabled_reason === "gone" ? "disabled_gone" : "disabled_failing")}</Notice>
  return null
}

/** What it gets, how it is signed, and a way to try it. */
const Workbench = async ({
  endpoint: { id, livemode, events, previous_secret_expires_at },
  clock,
}: {
  endpoint: WebhookEndpoint
  clock: Clock
}) => {
  const [t, locale] = await Promise.all([getTranslations("Webhooks"), getLocale()])
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
        <Section title={t("events")}>
          <EventNames events={events} />
        </Section>
        <Section title={t("test_title")} lead={t("test_lead")}>
          <TestButton id={id} livemode={livemode} />
        </Section>
      </div>
      <Section title={t("signing")} lead={t("signing_lead")}>
        {previous_secret_expires_at !== null && (
          <p className="rounded-lg bg-marigold-soft px-3 py-2 text-sm text-marigold-ink">
            {t("both_sign", { until: formatDayAndHour(previous_secret_expires_at, locale, clock) })}
          </p>
        )}
        <RotateButton id={id} livemode={livemode} overlapping={previous_secret_expires_at !== null} />
        <VerifySnippets />
      </Section>
    </>
  )
}
