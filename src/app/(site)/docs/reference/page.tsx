import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { Code } from "@/app/(site)/docs/code"
import { DescriptionText } from "@/app/(site)/docs/description-text"
import { DocsArticle } from "@/app/(site)/docs/docs-article"
import { MethodBadge } from "@/app/(site)/docs/method-badge"
import { anchorOf } from "@/docs/anchor"
import { translateDescription } from "@/docs/descriptions"
import { openapiDocument } from "@/docs/openapi-document"
import { eventTypes, operationsByTag } from "@/docs/operations"
import { operationTitle, tagTitle } from "@/docs/titles"
import { env } from "@/platform/env"
import { Badge } from "@/ui/badge"
import { ClientMessages } from "@/ui/client-messages"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Docs"))("reference"),
    alternates: { types: { "text/markdown": "/docs/reference.md" } },
  }
}

const ROW = "flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-2 py-2.5"

async function ReferencePage() {
  const [t, locale] = await Promise.all([getTranslations("Docs"), getLocale()])
  const { info } = openapiDocument()
  const events = eventTypes()
  return (
    <DocsArticle path="/docs/reference" title={t("reference")} lead={t("reference_lead")} language={locale}>
      <div className="grid gap-3">
        <ClientMessages namespaces={[]}>
          <Code label={t("base_address")} language="bash" file={t("base_address")} code={`${env.appUrl}/v1`} />
        </ClientMessages>
        <p className="max-w-prose text-sm text-muted">{t("reference_credentials", { version: info.version })}</p>
      </div>
      <div className="grid gap-8">
        {operationsByTag().map(({ name, description, operations }) => (
          <section key={name} aria-labelledby={anchorOf(name)} className="grid gap-2">
            <h2 id={anchorOf(name)} className="scroll-mt-6 text-xl font-semibold">
              {tagTitle(name, locale).title}
            </h2>
            <p className="max-w-prose text-sm text-muted">
              <DescriptionText {...translateDescription(description, locale)} />
            </p>
            <ul className="mt-1 divide-y divide-line border-y border-line">
              {operations.map(({ id, method, path, summary, deprecated }) => (
                <li key={id} className={`${ROW} md:grid md:grid-cols-[3.5rem_minmax(0,1.1fr)_minmax(0,1fr)_auto]`}>
                  <MethodBadge method={method} />
                  <Link
                    href={`/docs/reference/${id}`}
                    prefetch={false}
                    className="min-w-0 font-mono text-sm wrap-anywhere text-link hover:underline"
                  >
                    {path}
                  </Link>
                  <span className="text-sm text-muted">{operationTitle({ id, summary }, locale).title}</span>
                  {deprecated && <Badge tone="marigold">{t("deprecated_badge")}</Badge>}
                </li>
              ))}
            </ul>
          </section>
        ))}
        {events.length > 0 && (
          <section aria-labelledby="events" className="grid gap-2">
            <h2 id="events" className="scroll-mt-6 text-xl font-semibold">
              {t("section_events")}
            </h2>
            <ul className="divide-y divide-line border-y border-line">
              {events.map(({ name, summary }) => (
                <li key={name} className={`${ROW} md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]`}>
                  <Link
                    href={`/docs/reference/events/${name}`}
                    prefetch={false}
                    className="font-mono text-sm text-link hover:underline"
                  >
                    {name}
                  </Link>
                  <span className="text-sm text-muted">
                    {summary !== name && <DescriptionText {...translateDescription(summary, locale)} />}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </DocsArticle>
  )
}

export default ReferencePage
