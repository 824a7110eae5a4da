import { z } from "zod"
import { errorResponses, errorSchema } from "@/api/openapi-errors"
import { webhooks } from "@/api/openapi-webhooks"
import { ROUTES, type Route } from "@/api/routes"
import { API_VERSION } from "@/domain/api-version"
import { KEY_SCOPES, OAUTH_SCOPES, type OauthScope, SCOPES } from "@/domain/scope"
import { env } from "@/platform/env"

type Json = { [name: string]: unknown }

const TAGS: Record<string, string> = {
  Account: "The account that a credential acts for.",
  Platform: "The platform's own apps and the API's health; no credential needed.",
  Catalogue: "Categories and products that are shown; amounts are paise of INR.",
  Orders: "Orders that the account placed as a customer.",
  "Seller fulfilment": "Orders placed with the store that the account owns or works for.",
  Webhooks: "Addresses that events are sent to, the events themselves, and what is sent.",
}

const HEADERS: Record<string, Json> = {
  "X-Request-Id": {
    description: "Names this request in the log; an incoming one is kept when it is 8 to 128 of A-Z a-z 0-9 _ -.",
    schema: { type: "string" },
  },
  "X-RateLimit-Limit": { description: "Requests per minute.", schema: { type: "integer" } },
  "X-RateLimit-Remaining": { description: "How many of them are left in this window.", schema: { type: "integer" } },
  "X-RateLimit-Reset": { description: "When the window ends, in seconds since 1970.", schema: { type: "integer" } },
  RateLimit: { description: "IETF draft: what remains (r) and for how many seconds (t).", schema: { type: "string" } },
  "RateLimit-Policy": {
    description: "IETF draft: the quota (q) and its window in seconds (w).",
    schema: { type: "string" },
  },
  "Retry-After": { description: "Seconds to wait, at least 1.", schema: { type: "integer", minimum: 1 } },
  ETag: { description: "Weak validator of this representation, for If-None-Match.", schema: { type: "string" } },
  Location: { description: "The address of what was made.", schema: { type: "string", format: "uri" } },
  Link: { description: "RFC 8288: the next and previous page.", schema: { type: "string" } },
  "Api-Version": { description: "The version that answered.", schema: { type: "string", const: API_VERSION } },
  "Idempotent-Replayed": {
    description: "true when the result is an earlier one of this Idempotency-Key.",
    schema: { type: "string", const: "true" },
  },
}

const headerRefs = (names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
const COMMON = ["X-Request-Id", "Api-Version"]
const LIMITS = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "RateLimit", "RateLimit-Policy"]

/** Collects the named schemas that conversions meet, and points references at them. */
class Schemas {
  readonly named: Record<string, unknown> = { Error: errorSchema }

  convert(schema: z.ZodType, io: "input" | "output"): Json {
    const {
      $schema: _dialect,
      $defs,
      ...converted
    } = z.toJSONSchema(schema, {
      io,
      override: ({ jsonSchema }) => {
        // A client must ignore fields that it does not know, so no schema forbids them; a format says more than its pattern.
        delete jsonSchema.additionalProperties
        if (jsonSchema.format) delete jsonSchema.pattern
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
        // What may be sent has this limit; what is answered never comes near it.
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER && io === "output") delete jsonSchema.maximum
        if ("example" in jsonSchema) {
          jsonSchema.examples = [jsonSchema.example]
          delete jsonSchema.example
        }
      },
    }) as Json & { $defs?: Record<string, Json> }
    for (const [name, { id: _id, ...definition }] of Object.entries($defs ?? {})) this.named[name] = repoint(definition)
    return repoint(converted) as Json
  }

  /** Names an envelope after what it holds. */
  envelope(output: z.ZodObject): Json {
    const converted = this.convert(output, "output")
    const data = (converted.properties as Json).data as { $ref?: string; items?: { $ref?: string } }
    const name = data.items?.$ref ? `${lastOf(data.items.$ref)}List` : `${lastOf(data.$ref ?? "Data")}Response`
    this.named[name] = converted
    return { $ref: `#/components/schemas/${name}` }
  }
}

const lastOf = (ref: string): string => ref.split("/").at(-1) ?? ""

const repoint = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(repoint)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === "$ref" && typeof inner === "string" ? inner.replace("#/$defs/", "#/components/schemas/") : repoint(inner),
    ]),
  )
}

const parameter = (schemas: Schemas, { input, pathParameters }: Route, name: string): Json => {
  const { description, ...schema } = schemas.convert(input?.shape[name] as z.ZodType, "input")
  const inPath = pathParameters.includes(name)
  return { name, in: inPath ? "path" : "query", required: inPath, ...(description ? { description } : {}), schema }
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key and body within 24 hours give the first result again.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
}

const requestBody = (schemas: Schemas, { input, meta, pathParameters, hasBody }: Route): Json => {
  if (!input || !hasBody) return {}
  const fields = Object.fromEntries(Object.entries(input.shape).filter(([name]) => !pathParameters.includes(name)))
  const name = `${meta.rest.operationId.charAt(0).toUpperCase()}${meta.rest.operationId.slice(1)}Request`
  const { example } = input.meta() ?? {}
  schemas.named[name] = {
    ...schemas.convert(z.object(fields), "input"),
    ...(example === undefined ? {} : { examples: [example] }),
  }
  return {
    requestBody: {
      required: true,
      content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
    },
  }
}

const operation = (schemas: Schemas, route: Route): Json => {
  const { scope, rest } = route.meta
  const list = route.output !== null && "links" in route.output.shape
  const headers = [
    ...COMMON,
    ...LIMITS,
    ...(route.type === "query" ? ["ETag"] : []),
    ...(list ? ["Link"] : []),
    ...(rest.status === 201 ? ["Location"] : []),
    ...(rest.idempotent ? ["Idempotent-Replayed"] : []),
  ]
  const content = route.output && { content: { "application/json": { schema: schemas.envelope(route.output) } } }
  const parameters = [...route.pathParameters, ...route.queryParameters.keys()].map((name) =>
    parameter(schemas, route, name),
  )
  return {
    operationId: rest.operationId,
    tags: [rest.tag],
    summary: rest.summary,
    ...(rest.description ? { description: rest.description } : {}),
    security: scope
      ? [{ apiKey: [scope] }, ...(OAUTH_SCOPES.includes(scope as OauthScope) ? [{ oauth2: [scope] }] : [])]
      : [],
    ...(parameters.length > 0 || rest.idempotent
      ? { parameters: rest.idempotent ? [...parameters, IDEMPOTENCY_KEY] : parameters }
      : {}),
    ...requestBody(schemas, route),
    responses: {
      [rest.status ?? 200]: { description: "Success.", headers: headerRefs(headers), ...content },
      ...(rest.standsAlone
        ? {
            503: {
              description: "A dependency is down: the same resource, with status degraded.",
              headers: headerRefs([...COMMON, "Retry-After"]),
              ...content,
            },
          }
        : {}),
      ...errorResponses(route),
    },
  }
}

const paths = (schemas: Schemas): Json => {
  const found: Record<string, Json> = {}
  for (const route of ROUTES)
    (found[route.meta.rest.path] ??= {})[route.meta.rest.method.toLowerCase()] = operation(schemas, route)
  return found
}

/** The API's description (OpenAPI 3.1), made from the procedures that serve it. */
export const openapi = (): Json => {
  const schemas = new Schemas()
  const made = paths(schemas)
  const sent = webhooks((schema) => schemas.convert(schema, "output"))
  return {
    openapi: "3.1.0",
    info: {
      title: "Haat API",
      version: API_VERSION,
      summary: "Account, catalogue, orders and seller fulfilment of the Haat marketplace.",
      description:
        "Bodies are JSON. A single resource is `{ data }`, a list `{ data, meta, links }`, an error `{ error }`. Amounts are integer paise of INR. Clients must ignore fields they do not know.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/v1", description: "This installation." }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: made,
    webhooks: sent,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "haat_live_… or haat_test_…",
          description: `An API key. Its scopes are chosen when it is made:\n\n${KEY_SCOPES.map((scope) => `- \`${scope}\`: ${SCOPES[scope]}`).join("\n")}`,
        },
        oauth2: {
          type: "oauth2",
          description: "An access token of an app that a person allowed (authorization code with PKCE).",
          flows: {
            authorizationCode: {
              authorizationUrl: `${env.appUrl}/oauth/authorize`,
              tokenUrl: `${env.appUrl}/oauth/token`,
              refreshUrl: `${env.appUrl}/oauth/token`,
              scopes: Object.fromEntries(OAUTH_SCOPES.map((scope) => [scope, SCOPES[scope]])),
            },
          },
        },
      },
      headers: HEADERS,
      schemas: Object.fromEntries(Object.entries(schemas.named).sort(([a], [b]) => a.localeCompare(b))),
    },
  }
}
