import { createTranslator } from "use-intl/core"
import type { Locale } from "@/domain/locale"
import { PROBLEMS, type ProblemCode } from "@/domain/problem"
import { type Field, fieldsOf, rulesOf, toSentence, typeOf } from "@/docs/fields"
import { openapiDocument } from "@/docs/openapi-document"
import { type EventType, type Operation, operationsByTag } from "@/docs/operations"
import { LANGUAGE_NAMES, LANGUAGES, snippetsOf } from "@/docs/snippets"
import { messagesOf } from "@/i18n/messages"
import { env } from "@/platform/env"

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}
function json(value: unknown): string {
  return fenced("json", JSON.stringify(value, null, 2))
}

/** What the reference says of an operation, as Markdown. */
export function operationMarkdown(operation: Operation): string {
  const document = openapiDocument()
  const snippets = snippetsOf(operation, `${env.appUrl}/v1`)
  return blocks(
    `# ${operation.summary}`,
    `\`${operation.method} /v1${operation.path}\``,
    operation.description,
    `- ${describeCredential(operation)}\n- ${describeRateLimit(operation)}`,
    operation.parameters.length > 0 && "## Parameters",
    operation.parameters
      .map(
        ({ name, in: place, required, description = "", schema }) =>
          `- \`${name}\` (${place}, ${typeOf(document, schema)}, ${required ? "required" : "optional"})${descriptionSuffix(description, rulesOf(schema))}`,
      )
      .join("\n"),
    operation.body &&
      `## Body\n\n${fieldListMarkdown(fieldsOf(document, operation.body.schema))}\n\n${json(operation.body.example)}`,
    "## Request",
    ...LANGUAGES.map(
      (language) =>
        `${LANGUAGE_NAMES[language].label}:\n\n${fenced(LANGUAGE_NAMES[language].fence, snippets[language])}`,
    ),
    operation.success.schema
      ? `## Response\n\n${fieldListMarkdown(fieldsOf(document, operation.success.schema))}\n\n${json(operation.success.example)}`
      : "## Response\n\nStatus 204, without a body.",
    operation.success.headers.length > 0 &&
      `Headers:\n\n${operation.success.headers.map(({ name, description }) => `- \`${name}\`: ${description}`).join("\n")}`,
    `## Errors\n\n${operation.errors.flatMap(({ status, codes }) => codes.map((code) => `- ${status} [\`${code}\`](${env.appUrl}/docs/errors#${code}): ${PROBLEMS[code as ProblemCode]?.[1] ?? ""}`)).join("\n")}`,
  )
}

/** What the reference says of an event, as Markdown. */
export function eventMarkdown({ name, summary, description, schema, example }: EventType): string {
  return blocks(
    `# ${name}`,
    summary === name ? null : `${summary}.`,
    description,
    `How to receive it and check its signature: [${env.appUrl}/docs/guides/receive-webhooks](${env.appUrl}/docs/guides/receive-webhooks).`,
    `## Body\n\n${fieldListMarkdown(fieldsOf(openapiDocument(), schema))}\n\n${json(example)}`,
  )
}

/** The reference's first page, as Markdown. */
export function referenceMarkdown(events: readonly EventType[]): string {
  const { info } = openapiDocument()
  return blocks(
    "# API reference",
    `${info.summary} ${info.description}`,
    `Base URL: \`${env.appUrl}/v1\`. Version: \`${info.version}\`. OpenAPI description: [${env.appUrl}/openapi.json](${env.appUrl}/openapi.json); for Postman: [${env.appUrl}/postman.json](${env.appUrl}/postman.json).`,
    ...operationsByTag().map(
      ({ name, description, operations }) =>
        `## ${name}\n\n${description}\n\n${operations
          .map(
            ({ id, method, path, summary }) =>
              `- [\`${method} ${path}\`](${env.appUrl}/docs/reference/${id}): ${summary}`,
          )
          .join("\n")}`,
    ),
    events.length > 0 &&
      `## Events\n\n${events.map(({ name, summary }) => `- [\`${name}\`](${env.appUrl}/docs/reference/events/${name}): ${summary}`).join("\n")}`,
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

function describeCredential({ scope, live, sandbox }: Operation): string {
  return scope === null
    ? "Credential: none."
    : sandbox
      ? `Credential: a test key of any scope; each has \`${scope}\`.`
      : `Credential: an API key${scope === "webhooks.manage" ? "" : " or an access token"} with the scope \`${scope}\`.${live ? " Test keys are rejected." : ""}`
}

function describeRateLimit({ scope }: Operation): string {
  return scope === null
    ? "Limit: 60 requests a minute per IP address."
    : "Limit: 300 requests a minute for a live key or an access token, 100 for a test key."
}

function fieldListMarkdown(fields: readonly Field[], indent = ""): string {
  return fields
    .map(
      ({ name, type, required, description, rules, fields: inner }) =>
        `${indent}- \`${name}\` (${type}${required ? "" : ", optional"})${descriptionSuffix(description, rules)}${inner.length > 0 ? `\n${fieldListMarkdown(inner, `${indent}  `)}` : ""}`,
    )
    .join("\n")
}

function descriptionSuffix(description: string, rules: readonly string[]): string {
  const text = [description, toSentence(rules)].filter((sentence) => sentence !== "").join(" ")
  return text === "" ? "" : `: ${text}`
}

function blocks(...given: (string | null | false)[]): string {
  return `${given.filter((block) => block !== null && block !== false && block !== "").join("\n\n")}\n`
}
