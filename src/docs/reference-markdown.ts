import { createTranslator } from "use-intl/core"
import type { Locale } from "@/domain/locale"
import { PROBLEMS, type ProblemCode } from "@/domain/problem"
import { translateDescription } from "@/docs/descriptions"
import { type Field, fieldsOf, parametersOf } from "@/docs/fields"
import { openapiDocument } from "@/docs/openapi-document"
import { type EventType, type Operation, operationsByTag } from "@/docs/operations"
import { LANGUAGE_NAMES, LANGUAGES, snippetsOf } from "@/docs/snippets"
import { operationTitle, tagTitle } from "@/docs/titles"
import { messagesOf } from "@/i18n/messages"
import { translatorOf, type Translator } from "@/i18n/translator"
import { env } from "@/platform/env"

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}
function json(value: unknown): string {
  return fenced("json", JSON.stringify(value, null, 2))
}

/** What the reference says of an operation, as Markdown. */
export function operationMarkdown(operation: Operation, locale: Locale): string {
  const document = openapiDocument()
  const t = translatorOf(locale)
  const { description, parameters, body, success, stream, errors } = operation
  const snippets = snippetsOf(operation, `${env.appUrl}/v1`)
  return blocks(
    `# ${operationTitle(operation, locale).title}`,
    `\`${operation.method} /v1${operation.path}\``,
    description !== null && translateDescription(description, locale).text,
    `- ${describeCredential(operation, t)}\n- ${describeRateLimit(operation, t)}`,
    parameters.length > 0 && `## ${t("Docs.parameters")}`,
    parametersOf(document, parameters, locale)
      .map(
        ({ name, place, type, required, ...field }) =>
          `- \`${name}\` (${place}, ${type}, ${t(required ? "Docs.required" : "Docs.optional")})${descriptionSuffix(field)}`,
      )
      .join("\n"),
    body &&
      `## ${t("Docs.body")}\n\n${fieldListMarkdown(fieldsOf(document, body.schema, locale), t)}\n\n${json(body.example)}`,
    `## ${t("Docs.request")}`,
    ...LANGUAGES.map(
      (language) =>
        `${LANGUAGE_NAMES[language].label}:\n\n${fenced(LANGUAGE_NAMES[language].fence, snippets[language])}`,
    ),
    `## ${t("DocsMarkdown.response")}`,
    success.schema
      ? `${fieldListMarkdown(fieldsOf(document, success.schema, locale), t)}\n\n${json(success.example)}`
      : t(stream ? "Docs.stream_body" : "DocsMarkdown.no_body"),
    success.headers.length > 0 &&
      `${t("DocsMarkdown.headers")}:\n\n${success.headers.map(({ name, description: of }) => `- \`${name}\`: ${translateDescription(of, locale).text}`).join("\n")}`,
    `## ${t("DocsMarkdown.errors")}\n\n${errors.flatMap(({ status, codes }) => codes.map((code) => `- ${status} [\`${code}\`](${env.appUrl}/docs/errors#${code}): ${translateDescription(PROBLEMS[code as ProblemCode]?.[1] ?? "", locale).text}`)).join("\n")}`,
  )
}

/** What the reference says of an event, as Markdown. */
export function eventMarkdown({ name, summary, description, schema, example }: EventType, locale: Locale): string {
  const t = translatorOf(locale)
  const guideUrl = `${env.appUrl}/docs/guides/receive-webhooks`
  return blocks(
    `# ${name}`,
    summary !== name && t("DocsFields.sentence", { text: translateDescription(summary, locale).text }),
    description !== null && translateDescription(description, locale).text,
    t("DocsMarkdown.how_to_receive", { link: `[${guideUrl}](${guideUrl})` }),
    `## ${t("Docs.body")}\n\n${fieldListMarkdown(fieldsOf(openapiDocument(), schema, locale), t)}\n\n${json(example)}`,
  )
}

/** The reference's first page, as Markdown. */
export function referenceMarkdown(events: readonly EventType[], locale: Locale): string {
  const { info } = openapiDocument()
  const t = translatorOf(locale)
  const link = (url: string): string => `[${url}](${url})`
  return blocks(
    `# ${t("Docs.reference")}`,
    [info.summary, info.description].map((text) => translateDescription(text, locale).text).join(" "),
    t("DocsMarkdown.addresses", {
      base: `\`${env.appUrl}/v1\``,
      version: `\`${info.version}\``,
      openapi: link(`${env.appUrl}/openapi.json`),
      postman: link(`${env.appUrl}/postman.json`),
    }),
    ...operationsByTag().map(
      ({ name, description, operations }) =>
        `## ${tagTitle(name, locale).title}\n\n${translateDescription(description, locale).text}\n\n${operations
          .map(
            ({ id, method, path, summary }) =>
              `- [\`${method} ${path}\`](${env.appUrl}/docs/reference/${id}): ${operationTitle({ id, summary }, locale).title}`,
          )
          .join("\n")}`,
    ),
    events.length > 0 &&
      `## ${t("Docs.section_events")}\n\n${events.map(({ name, summary }) => `- [\`${name}\`](${env.appUrl}/docs/reference/events/${name}): ${translateDescription(summary, locale).text}`).join("\n")}`,
  )
}

/** What the page of error codes says, in a reader's language. */
export function errorDocsMessages(locale: Locale) {
  return createTranslator({ locale, messages: messagesOf(locale), namespace: "ErrorDocs" })
}

/** Every error code and what to do about it, as Markdown. Messages are in English, as the API sends them. */
export function errorsMarkdown(locale: Locale): string {
  const t = errorDocsMessages(locale)
  return blocks(
    `# ${t("title")}`,
    t("lead"),
    t("shape_text"),
    ...(Object.entries(PROBLEMS) as [ProblemCode, readonly [number, string]][])
      .sort(([, [a]], [, [b]]) => a - b)
      .map(
        ([code, [status, message]]) =>
          `## ${code}\n\n${t("status", { status: String(status) })}. ${message}\n\n${t(code)}`,
      ),
  )
}

function describeCredential({ scope, live, sandbox }: Operation, t: Translator): string {
  if (scope === null) return t("DocsMarkdown.credential_none")
  const values = { scope: `\`${scope}\`` }
  if (sandbox) return t("DocsMarkdown.credential_test", values)
  const credential = t(
    scope === "webhooks.manage" ? "DocsMarkdown.credential_key" : "DocsMarkdown.credential_any",
    values,
  )
  return live ? `${credential} ${t("DocsMarkdown.live_only")}` : credential
}

function describeRateLimit({ scope }: Operation, t: Translator): string {
  return t(scope === null ? "DocsMarkdown.limit_address" : "DocsMarkdown.limit_credential")
}

function fieldListMarkdown(fields: readonly Field[], t: Translator, indent = ""): string {
  return fields
    .map(
      ({ name, type, required, fields: inner, ...field }) =>
        `${indent}- \`${name}\` (${type}${required ? "" : `, ${t("Docs.optional")}`})${descriptionSuffix(field)}${inner.length > 0 ? `\n${fieldListMarkdown(inner, t, `${indent}  `)}` : ""}`,
    )
    .join("\n")
}

function descriptionSuffix({ description, rules }: Pick<Field, "description" | "rules">): string {
  const text = [description?.text ?? "", rules].filter((sentence) => sentence !== "").join(" ")
  return text === "" ? "" : `: ${text}`
}

function blocks(...given: (string | null | false)[]): string {
  return `${given.filter((block) => block !== null && block !== false && block !== "").join("\n\n")}\n`
}
