import type { OpenAPIObject } from "trpc-to-openapi"
import type { z } from "zod"
import type { oas31 } from "zod-openapi"
import { errorResponses, errorSchema } from "@/api/openapi/errors"
import { describeFields } from "@/api/openapi/field-descriptions"
import {
  COMMON_HEADERS,
  HEADERS,
  headersNamed,
  IDEMPOTENCY_KEY,
  LAST_EVENT_ID,
  LIMIT_HEADERS,
  PRECONDITIONS,
} from "@/api/openapi/headers"
import { isReference, simplifySchema, type Schema } from "@/api/openapi/plain"
import { WEBHOOK_TAG, webhookDocument, webhookEvent } from "@/api/openapi/webhooks"
import { faultProblems } from "@/api/operation-problems"
import type { Route } from "@/api/routes"
import { describeDeprecation } from "@/domain/deprecation"
import { OAUTH_SCOPES, type OauthScope } from "@/domain/scope"

export const TAGS: Record<string, string> = {
  Account: "The account that a credential acts for.",
  Platform: "The platform's own apps and the API's health. No credential is needed.",
  Catalogue: "Categories and products of the marketplace. Amounts are in paise of INR.",
  Orders: "Orders that the account placed as a customer.",
  "Seller fulfilment": "Orders placed with the store that the account owns or works for.",
  Usage: "The quota of the credential, and the requests that the account's credentials made.",
  "Seller catalogue": "The stock and prices of the store's products.",
  Webhooks: "The endpoints that events are sent to, and the events themselves.",
  Sandbox:
    "Control the account's sandbox: its clock, faults on demand, and a reset. For test keys only, with any scopes.",
  [WEBHOOK_TAG]: "The requests that Haat sends to your webhook endpoints.",
}

/** The tags of what only the operator's own shop calls. */
export const INTERNAL_TAGS: Record<string, string> = {
  Internal: "What the marketplace's own shop reports: orders, their payments and their deliveries.",
}

/** What is described. */
interface Subject {
  summary: string
  routes: readonly Route[]
  tags: Record<string, string>
  webhooks: boolean
}

const METHODS = { GET: "get", POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete" } as const
const JSON_TYPE = "application/json"

/** Completes the document of trpc-to-openapi: headers, errors, tags, webhooks and named schemas. */
export function completeDocument(document: OpenAPIObject, { summary, routes, tags, webhooks }: Subject): OpenAPIObject {
  const webhookDoc = webhookDocument()
  const namedSchemas = new Map<string, Schema>()
  const webhookSchemas = webhooks ? webhookDoc.components?.schemas : {}
  for (const [name, schema] of Object.entries({ ...document.components?.schemas, ...webhookSchemas }))
    if (!name.startsWith("error.")) namedSchemas.set(name, simplifySchema(schema, "output"))
  namedSchemas.set("Error", errorSchema)
  if (webhooks) namedSchemas.set("WebhookEvent", webhookEvent())
  const paths: oas31.PathsObject = {}
  for (const route of routes) {
    const { path, method } = route.meta.openapi
    const generated = document.paths?.[path]?.[METHODS[method]]
    if (!generated) throw new Error(`trpc-to-openapi has left out ${route.operation}`)
    paths[path] = { ...paths[path], [METHODS[method]]: operation(generated, route, namedSchemas) }
  }
  const info = { ...document.info, summary }
  const used = JSON.stringify(paths)
  return {
    ...document,
    info,
    servers: [{ url: "/v1", description: "This installation." }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    ...(webhooks && { webhooks: webhookDoc.webhooks ?? {} }),
    components: {
      ...document.components,
      headers: Object.fromEntries(
        Object.entries(HEADERS).filter(([name]) => used.includes(`"#/components/headers/${name}"`)),
      ),
      schemas: Object.fromEntries(
        [...namedSchemas]
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([name, schema]) => [name, describeFields(name, schema)]),
      ),
    },
  }
}

function operation(
  { parameters = [], requestBody, responses, deprecated: _deprecated, ...generated }: oas31.OperationObject,
  route: Route,
  namedSchemas: Map<string, Schema>,
): oas31.OperationObject {
  const { idempotent, conditional, stream, deprecated } = route.meta.openapi
  const success = responses?.["200"] as oas31.ResponseObject | undefined
  const allParameters = [
    ...parameters.map((item) => ("$ref" in item ? item : withDeprecation(parameter(item, route), route))),
    ...(idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(conditional ? PRECONDITIONS : []),
    ...(stream ? [LAST_EVENT_ID] : []),
  ]
  return {
    ...generated,
    ...(deprecated && {
      deprecated: true,
      description: `${generated.description ?? ""} ${describeDeprecation(deprecated)}`.trim(),
    }),
    security: security(route),
    ...(allParameters.length > 0 && { parameters: allParameters }),
    ...(requestBody && { requestBody: body(jsonSchemaOf(requestBody), route, namedSchemas) }),
    responses: { ...successes(success ? jsonSchemaOf(success) : {}, route, namedSchemas), ...errorResponses(route) },
  }
}

function security({ meta: { scope, clientScope, internal } }: Route): oas31.SecurityRequirementObject[] {
  if (!scope) return []
  if (internal) return [{ operatorKey: [] }]
  const ofToken = OAUTH_SCOPES.includes(scope as OauthScope) ? scope : clientScope
  return [{ apiKey: [scope] }, ...(ofToken ? [{ oauth2: [ofToken] }] : [])]
}

/** Moves a parameter's description and example from its schema to the parameter. */
// trpc-to-openapi leaves out what is said of an optional parameter as a whole.
function parameter({ schema, ...generated }: oas31.ParameterObject, { input }: Route): oas31.ParameterObject {
  const { description: ofSchema, ...schemaOnly } = simplifySchema(schema ?? {}, "input")
  const description = ofSchema ?? (input?.shape[generated.name] as z.ZodType | undefined)?.description
  return {
    required: false,
    ...(description !== undefined && { description }),
    ...generated,
    schema: schemaOnly,
  }
}

/** Adds what is declared of a deprecated parameter. */
function withDeprecation(item: oas31.ParameterObject, { deprecations }: Route): oas31.ParameterObject {
  const deprecation = deprecations.find(({ kind, name }) => kind === "parameter" && name === item.name)
  if (!deprecation) return item
  const notice = describeDeprecation(deprecation)
  const { description = "" } = item
  return {
    ...item,
    description: description.includes(notice) ? description : `${description} ${notice}`.trim(),
    deprecated: true,
  }
}

/** Names the body's schema after its operation. */
function body(
  schema: Schema,
  { meta, input, bodyOptional }: Route,
  namedSchemas: Map<string, Schema>,
): oas31.RequestBodyObject {
  const { operationId } = meta.openapi
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Request`
  const { examples } = input?.meta() ?? {}
  // zod omits the examples of a schema with a transformed field.
  namedSchemas.set(name, {
    ...simplifySchema(schema, "input"),
    ...(Array.isArray(examples) && { examples: [...examples] }),
  })
  return { required: !bodyOptional, content: { [JSON_TYPE]: { schema: reference(name) } } }
}

const STREAM_EXAMPLE = `retry: 2000

id: evt_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a92
data: {"id":"evt_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a92","type":"seller.order.updated","timestamp":"2026-05-03T08:12:00.000Z","api_version":"2026-05-01","livemode":true,"data":{"id":"so_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a91","status":"shipped"}}

: heartbeat
`

function successes(schema: Schema, route: Route, namedSchemas: Map<string, Schema>): oas31.ResponsesObject {
  const { status = 200, versioned, idempotent, databaseIndependent, example, stream } = route.meta.openapi
  const headers = headersNamed([
    ...COMMON_HEADERS,
    ...LIMIT_HEADERS,
    ...((route.type === "query" && !stream) || versioned ? (["ETag"] as const) : []),
    ...(route.deprecations.length > 0 ? (["Deprecation", "Sunset"] as const) : []),
    ...(route.paged || route.deprecations.length > 0 ? (["Link"] as const) : []),
    ...(status === 201 ? (["Location"] as const) : []),
    ...(idempotent ? (["Idempotent-Replayed"] as const) : []),
    ...(faultProblems(route.meta.openapi.operationId) ? (["Haat-Sandbox-Fault"] as const) : []),
  ])
  if (status === 204) return { 204: { description: "Success.", headers } }
  if (stream)
    return {
      [status]: {
        description: "Success.",
        headers,
        content: { "text/event-stream": { schema: { type: "string" }, example: STREAM_EXAMPLE } },
      },
    }
  const content = {
    [JSON_TYPE]: {
      schema: envelope(simplifySchema(schema, "output"), route, namedSchemas),
      ...(example && { example }),
    },
    ...(route.csvColumns && { "text/csv": { schema: { type: "string" as const } } }),
  }
  return {
    [status]: { description: "Success.", headers, content },
    ...(databaseIndependent && {
      503: {
        description: "A dependency is down: the same resource, with status degraded.",
        headers: headersNamed([...COMMON_HEADERS, "Retry-After"]),
        content,
      },
    }),
  }
}

/** Names an envelope after its resource, and adds to a list the links that /v1 returns. */
function envelope(schema: Schema, { paged }: Route, namedSchemas: Map<string, Schema>): Schema {
  if (isReference(schema)) return schema
  const { data = {} } = schema.properties ?? {}
  const resource = !isReference(data) && data.items ? data.items : data
  const name = `${isReference(resource) ? lastSegment(resource.$ref) : "Data"}${paged ? "List" : "Response"}`
  const links = {
    properties: { ...schema.properties, links: reference("PageLinks") },
    required: [...(schema.required ?? []), "links"],
  }
  namedSchemas.set(name, paged ? { ...schema, ...links } : schema)
  return reference(name)
}

function lastSegment(ref: string): string {
  return ref.split("/").at(-1) ?? ""
}

function jsonSchemaOf(container: oas31.RequestBodyObject | oas31.ResponseObject | oas31.ReferenceObject): Schema {
  return ("content" in container ? container.content?.[JSON_TYPE]?.schema : undefined) ?? {}
}

function reference(name: string): oas31.ReferenceObject {
  return { $ref: `#/components/schemas/${name}` }
}
