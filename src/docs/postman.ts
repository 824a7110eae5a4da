import { openapiDocument } from "@/docs/openapi-document"
import { type Operation, operations } from "@/docs/operations"
import { sampleCall } from "@/docs/snippets"
import { env } from "@/platform/env"
import { once } from "@/platform/once"

export const POSTMAN_SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

interface Variable {
  key: string
  value: string
  description?: string
}

/** Postman's Collection v2.1, as far as ours needs it. */
export interface PostmanCollection {
  info: { name: string; description: string; schema: string; version: string }
  auth: { type: "bearer"; bearer: { key: "token"; value: string; type: "string" }[] }
  variable: Variable[]
  item: { name: string; description: string; item: PostmanItem[] }[]
}

export interface PostmanItem {
  name: string
  request: {
    method: string
    description: string
    auth?: { type: "noauth" }
    header: { key: string; value: string }[]
    url: {
      raw: string
      host: string[]
      path: string[]
      query: (Variable & { disabled: boolean })[]
      variable: Variable[]
    }
    body?: { mode: "raw"; raw: string; options: { raw: { language: "json" } } }
  }
  response: []
}

/** The API as a Postman collection, in folders by tag. Fill in the variable `key`. */
export const postmanCollection = (): PostmanCollection =>
  once("docs-postman", () => {
    const { info, tags } = openapiDocument()
    return {
      info: {
        name: info.title,
        description: `${info.summary}\n\n${info.description}`,
        schema: POSTMAN_SCHEMA,
        version: info.version,
      },
      auth: { type: "bearer", bearer: [{ key: "token", value: "{{key}}", type: "string" }] },
      variable: [
        { key: "baseUrl", value: `${env.appUrl}/v1` },
        { key: "key", value: "", description: "An API key or an access token." },
      ],
      item: tags
        .map(({ name, description }) => ({
          name,
          description,
          item: operations()
            .filter(({ tag }) => tag === name)
            .map(itemOf),
        }))
        .filter(({ item }) => item.length > 0),
    }
  })

const text = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value)

const itemOf = (operation: Operation): PostmanItem => {
  const { method, path, summary, description, scope, parameters, body } = operation
  const { pathValues, query } = sampleCall(operation)
  const sent = new Map(query)
  const names = parameters.filter(({ in: place }) => place === "path").map(({ name }) => name)
  const segments = path.slice(1).replace(/\{(\w+)\}/g, ":$1")
  const search = new URLSearchParams(query).toString()
  return {
    name: summary,
    request: {
      method,
      description: [
        description,
        scope ? `Scope: ${scope}.` : "Needs no credential.",
        `${env.appUrl}/docs/reference/${operation.id}`,
      ]
        .filter(Boolean)
        .join("\n\n"),
      ...(scope ? {} : { auth: { type: "noauth" as const } }),
      header: [
        { key: "Accept", value: "application/json" },
        ...(body ? [{ key: "Content-Type", value: "application/json" }] : []),
        ...(operation.idempotent ? [{ key: "Idempotency-Key", value: "{{$guid}}" }] : []),
      ],
      url: {
        raw: `{{baseUrl}}/${segments}${search === "" ? "" : `?${search}`}`,
        host: ["{{baseUrl}}"],
        path: segments.split("/"),
        query: parameters
          .filter(({ in: place }) => place === "query")
          .map(({ name, description: words = "", schema }) => ({
            key: name,
            value: sent.get(name) ?? text(schema.default ?? schema.enum?.[0]),
            description: words,
            disabled: !sent.has(name),
          })),
        variable: names.map((key, index) => ({ key, value: pathValues[index] ?? "" })),
      },
      ...(body
        ? {
            body: {
              mode: "raw" as const,
              raw: JSON.stringify(body.example, null, 2),
              options: { raw: { language: "json" as const } },
            },
          }
        : {}),
    },
    response: [],
  }
}
