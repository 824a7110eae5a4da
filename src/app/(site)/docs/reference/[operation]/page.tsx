import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { getLocale, getTranslations } from "next-intl/server"
import type { ReactNode } from "react"
import { DescriptionText } from "@/app/(site)/docs/description-text"
import { DocsArticle } from "@/app/(site)/docs/docs-article"
import { FieldList } from "@/app/(site)/docs/field-list"
import { Markdown } from "@/app/(site)/docs/markdown"
import { MethodBadge } from "@/app/(site)/docs/method-badge"
import { OperationErrors } from "@/app/(site)/docs/reference/[operation]/operation-errors"
import { OperationFacts } from "@/app/(site)/docs/reference/[operation]/operation-facts"
import { ResponseTabs } from "@/app/(site)/docs/reference/[operation]/response-tabs"
import { TryIt } from "@/app/(site)/docs/reference/[operation]/try-it"
import { SnippetTabs } from "@/app/(site)/docs/snippet-tabs"
import { translateDescription } from "@/docs/descriptions"
import { fieldsOf, parametersOf } from "@/docs/fields"
import { openapiDocument } from "@/docs/openapi-document"
import { type Operation, operations } from "@/docs/operations"
import { LANGUAGES, sampleCall, snippetsOf } from "@/docs/snippets"
import { operationTitle } from "@/docs/titles"
import { portal, currentAccount } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { Notice } from "@/ui/notice"
import { signInPath } from "@/domain/return-path"

interface Props {
  params: Promise<{ operation: string }>
}

async function findOperation({ params }: Props): Promise<Operation> {
  const { operation } = await params
  return operations().find(({ id }) => id === operation) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [operation, locale] = await Promise.all([findOperation(props), getLocale()])
  return {
    title: operationTitle(operation, locale).title,
    alternates: { types: { "text/markdown": `/docs/reference/${operation.id}.md` } },
  }
}

/** The reader's account, as far as the try-it panel needs it; null if signed out. */
async function reader(): Promise<{ verified: boolean; seller: boolean } | null> {
  const account = await currentAccount()
  if (!account) return null
  const { data: store } = await (await portal()).stores.own()
  return { verified: account.email_verified, seller: store?.handles_orders ?? false }
}

async function OperationPage(props: Props) {
  const [operation, t, locale, account] = await Promise.all([
    findOperation(props),
    getTranslations("Docs"),
    getLocale(),
    reader(),
  ])
  const document = openapiDocument()
  const { id, method, path, description, parameters, body, success, deprecated } = operation
  const { title, language: titleLanguage } = operationTitle(operation, locale)
  const lead = description === null ? null : translateDescription(description, locale)
  const snippets = snippetsOf(operation, `${env.appUrl}/v1`)
  const sample = sampleCall(operation)
  const names = parameters.filter(({ in: location }) => location === "path").map(({ name }) => name)
  const values = Object.fromEntries([
    ...sample.query,
    ...names.map((name, index): [string, string] => [name, sample.pathValues[index] ?? ""]),
  ])
  return (
    <DocsArticle
      path={`/docs/reference/${id}`}
      title={title}
      titleLanguage={titleLanguage}
      lead={
        lead === null ? undefined : (
          <div lang={lead.language === locale ? undefined : lead.language}>
            <Markdown text={lead.text} />
          </div>
        )
      }
      language={locale}
      above={[{ href: "/docs/reference", title: t("reference") }]}
    >
      <p
        lang="en"
        className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-surface px-3 py-2.5"
      >
        <MethodBadge method={method} />
        <code className="min-w-0 font-mono text-sm wrap-anywhere">/v1{path}</code>
      </p>
      {deprecated && <Notice tone="warning">{t("deprecated")}</Notice>}
      <ClientMessages namespaces={["DocsTry", "Problems"]}>
        <Columns
          beside={
            <>
              <Section id="request" title={t("request")}>
                <SnippetTabs
                  label={t("request")}
                  snippets={LANGUAGES.map((language) => ({ language, code: snippets[language] }))}
                />
              </Section>
              {!operation.stream && (
                <TryIt
                  operation={{
                    id,
                    method,
                    path,
                    scope: operation.scope,
                    live: operation.live,
                    idempotent: operation.idempotent,
                    parameters: parameters
                      .filter(({ in: location }) => location !== "header")
                      .map(({ name, required, schema }) => ({
                        name,
                        required,
                        choices: schema.type === "boolean" ? ["true", "false"] : (schema.enum?.map(String) ?? null),
                        value: values[name] ?? "",
                      })),
                    body: body ? JSON.stringify(body.example, null, 2) : null,
                  }}
                  account={account}
                  signInHref={signInPath(`/docs/reference/${id}#try`)}
                />
              )}
            </>
          }
        >
          <OperationFacts operation={operation} />
          {parameters.length > 0 && (
            <Section id="parameters" title={t("parameters")}>
              <FieldList
                sent
                fields={parametersOf(document, parameters, locale).map(({ place, type, ...field }) => ({
                  ...field,
                  type: place === "query" ? type : `${type}, ${place}`,
                }))}
              />
            </Section>
          )}
          {body && (
            <Section id="body" title={t("body")}>
              <FieldList sent fields={fieldsOf(document, body.schema, locale)} />
            </Section>
          )}
        </Columns>
        <Columns
          beside={
            <Section id="responses" title={t("responses")}>
              <ResponseTabs operation={operation} />
            </Section>
          }
        >
          <Section id="response" title={t("response", { status: String(success.status) })}>
            {success.schema ? (
              <FieldList fields={fieldsOf(document, success.schema, locale)} />
            ) : (
              <p className="text-sm text-muted">{t(operation.stream ? "stream_body" : "no_body")}</p>
            )}
            <details>
              <summary className="w-fit rounded py-1 text-sm text-link">{t("headers")}</summary>
              <dl className="mt-1 grid gap-2 border-l-2 border-line pl-3 text-xs">
                {success.headers.map(({ name, description: ofHeader }) => (
                  <div key={name}>
                    <dt lang="en" className="font-mono font-semibold">
                      {name}
                    </dt>
                    <dd className="text-muted">
                      <DescriptionText {...translateDescription(ofHeader, locale)} />
                    </dd>
                  </div>
                ))}
              </dl>
            </details>
          </Section>
          <OperationErrors operation={operation} />
        </Columns>
      </ClientMessages>
    </DocsArticle>
  )
}

/** Text, and what belongs beside it, which stays in view while the text is scrolled. */
function Columns({ beside, children }: { beside: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(27rem,42%)]">
      <div className="grid min-w-0 grid-cols-1 content-start gap-8">{children}</div>
      <div className="grid min-w-0 grid-cols-1 gap-6 xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:self-start xl:overflow-y-auto">
        {beside}
      </div>
    </div>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-3">
      <h2 id={id} className="scroll-mt-6 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

export default OperationPage
