import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { getLocale, getTranslations } from "next-intl/server"
import { Code } from "@/app/(site)/docs/code"
import { DescriptionText } from "@/app/(site)/docs/description-text"
import { DocsArticle } from "@/app/(site)/docs/docs-article"
import { FieldList } from "@/app/(site)/docs/field-list"
import { translateDescription } from "@/docs/descriptions"
import { fieldsOf } from "@/docs/fields"
import { openapiDocument } from "@/docs/openapi-document"
import { type EventType, eventTypes } from "@/docs/operations"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"

interface Props {
  params: Promise<{ event: string }>
}

async function findEvent({ params }: Props): Promise<EventType> {
  const { event } = await params
  return eventTypes().find(({ name }) => name === event) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { name } = await findEvent(props)
  return {
    title: name,
    alternates: { types: { "text/markdown": `/docs/reference/events/${name}.md` } },
  }
}

async function EventPage(props: Props) {
  const [{ name, summary, description, schema, example }, t, sentence, locale] = await Promise.all([
    findEvent(props),
    getTranslations("Docs"),
    getTranslations("DocsFields"),
    getLocale(),
  ])
  const translatedSummary = translateDescription(summary, locale)
  return (
    <DocsArticle
      path={`/docs/reference/events/${name}`}
      title={name}
      titleLanguage="en"
      lead={
        <>
          {summary !== name && (
            <DescriptionText {...translatedSummary} text={sentence("sentence", { text: translatedSummary.text })} />
          )}{" "}
          {description !== null && <DescriptionText {...translateDescription(description, locale)} />}
        </>
      }
      language={locale}
      above={[{ href: "/docs/reference", title: t("reference") }]}
    >
      <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,1fr)_27rem]">
        <section aria-labelledby="body" className="grid min-w-0 gap-3">
          <h2 id="body" className="font-semibold">
            {t("body")}
          </h2>
          <FieldList fields={fieldsOf(openapiDocument(), schema, locale)} />
          <p>
            <ButtonLink href="/docs/guides/receive-webhooks">{t("how_to_receive")}</ButtonLink>
          </p>
        </section>
        <section aria-labelledby="example" className="grid min-w-0 gap-3 xl:sticky xl:top-6">
          <h2 id="example" className="font-semibold">
            {t("example_event")}
          </h2>
          <ClientMessages namespaces={[]}>
            <Code label={t("example_event")} language="json" code={JSON.stringify(example, null, 2)} />
          </ClientMessages>
        </section>
      </div>
    </DocsArticle>
  )
}

export default EventPage
