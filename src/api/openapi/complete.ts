import type { OpenAPIObject } from "trpc-to-openapi"
import type { oas31 } from "zod-openapi"
import { errorResponses, errorSchema } from "@/api/openapi/errors"
import {
  COMMON_HEADERS,
  HEADERS,
  headersNamed,
  IDEMPOTENCY_KEY,
  LIMIT_HEADERS,
  PRECONDITIONS,
} from "@/api/openapi/headers"
import { isReference, plain, type Schema } from "@/api/openapi/plain"
import { WEBHOOK_TAG, webhookDocument, webhookEvent } from "@/api/openapi/webhooks"
import { ROUTES, type Route } from "@/api/routes"
import { OAUTH_SCOPES, type OauthScope } from "@/domain/scope"

export const TAGS: Record<string, string> = {
  Account: "The account that a credential acts for.",
  Platform: "The platform's own apps and the API's health; no credential needed.",
  Catalogue: "Categories and products that are shown; amounts are paise of INR.",
  Orders: "Orders that the account placed as a customer.",
  "Seller fulfilment": "Orders placed with the store that the account owns or works for.",
  Webhooks: "The endpoints that events are sent to, and the events themselves.",
  [WEBHOOK_TAG]: "The requests that Haat sends to your webhook endpoints.",
}

const METHODS = { GET: "get", POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete" } as const
const JSON_TYPE = "application/json"

/** Completes the document of trpc-to-openapi: headers, errors, tags, webhooks and named schemas. */
export function complete(document: OpenAPIObject): OpenAPIObject {
  const sent = webhookDocument()
  const named = new Map<string, Schema>()
  for (const [name, schema] of Object.entries({ ...document.components?.schemas, ...sent.components?.schemas }))
    if (!name.startsWith("error.")) named.set(name, plain(schema, "output"))
  named.set("Error", errorSchema)
  named.set("WebhookEvent", webhookEvent())
  const paths: oas31.PathsObject = {}
  for (const route of ROUTES) {
    const { path, method } = route.meta.openapi
    const made = document.paths?.[path]?.[METHODS[method]]
    if (!made) throw new Error(`trpc-to-openapi has left out ${route.operation}`)
    paths[path] = { ...paths[path], [METHODS[method]]: operation(made, route, named) }
  }
  const summary = "Account, catalogue, orders and seller fulfilment of the Haat marketplace."
  const info = { ...document.info, summary }
  return {
    ...document,
    info,
    servers: [{ url: "/v1", description: "This installation." }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: sent.webhooks ?? {},
    components: {
      ...document.components,
      headers: HEADERS,
      schemas: Object.fromEntries([...named].sort(([a], [b]) => a.localeCompare(b))),
    },
  }
}

function operation(
  { parameters = [], requestBody, responses, ...made }: oas31.OperationObject,
  route: Route,
  named: Map<string, Schema>,
): oas31.OperationObject {
  const { idempotent, conditional } = route.meta.openapi
  const success = responses?.["200"] as oas31.ResponseObject | undefined
  const taken = [
    ...parameters.map((each) => ("$ref" in each ? each : parameter(each))),
    ...(idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(conditional ? PRECONDITIONS : []),
  ]
  return {
    ...made,
    security: security(route),
    ...(taken.length > 0 && { parameters: taken }),
    ...(requestBody && { requestBody: body(schemaIn(requestBody), route, named) }),
    responses: { ...successes(success ? schemaIn(success) : {}, route, named), ...errorResponses(route) },
  }
}

function security({ meta: { scope } }: Route): oas31.SecurityRequirementObject[] {
  if (!scope) return []
  return [{ apiKey: [scope] }, ...(OAUTH_SCOPES.includes(scope as OauthScope) ? [{ oauth2: [scope] }] : [])]
}

/** Moves a parameter's description and example from its schema to the parameter. */
function parameter({ schema, ...made }: oas31.ParameterObject): oas31.ParameterObject {
  const { description, ...bare } = plain(schema ?? {}, "input")
  return { required: false, ...(description !== undefined && { description }), ...made, schema: bare }
}

/** Names the body's schema after its operation. */
function body(schema: Schema, { meta, input }: Route, named: Map<string, Schema>): oas31.RequestBodyObject {
  const { operationId } = meta.openapi
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Request`
  const { examples } = input?.meta() ?? {}
  // zod omits the examples of a schema with a transformed field.
  named.set(name, { ...plain(schema, "input"), ...(Array.isArray(examples) && { examples: [...examples] }) })
  return { required: true, content: { [JSON_TYPE]: { schema: reference(name) } } }
}

function successes(schema: Schema, route: Route, named: Map<string, Schema>): oas31.ResponsesObject {
  const { status = 200, versioned, idempotent, databaseIndependent: standsAlone } = route.meta.openapi
  const headers = headersNamed([
    ...COMMON_HEADERS,
    ...LIMIT_HEADERS,
    ...(route.type === "query" || versioned ? (["ETag"] as const) : []),
    ...(route.paged ? (["Link"] as const) : []),
    ...(status === 201 ? (["Location"] as const) : []),
    ...(idempotent ? (["Idempotent-Replayed"] as const) : []),
  ])
  if (status === 204) return { 204: { description: "Success.", headers } }
  const content = { [JSON_TYPE]: { schema: envelope(plain(schema, "output"), route, named) } }
  return {
    [status]: { description: "Success.", headers, content },
    ...(standsAlone && {
      503: {
        description: "A dependency is down: the same resource, with status degraded.",
        headers: headersNamed([...COMMON_HEADERS, "Retry-After"]),
        content,
      },
    }),
  }
}

/** Names an envelope after its resource, and adds to a list the links that /v1 returns. */
function envelope(schema: Schema, { paged }: Route, named: Map<string, Schema>): Schema {
  if (isReference(schema)) return schema
  const { data = {} } = schema.properties ?? {}
  const held = !isReference(data) && data.items ? data.items : data
  const name = `${isReference(held) ? lastOf(held.$ref) : "Data"}${paged ? "List" : "Response"}`
  const links = {
    properties: { ...schema.properties, links: reference("PageLinks") },
    required: [...(schema.required ?? []), "links"],
  }
  named.set(name, paged ? { ...schema, ...links } : schema)
  return reference(name)
}

function lastOf(ref: string): string {
  return ref.split("/").at(-1) ?? ""
}

function schemaIn(described: oas31.RequestBodyObject | oas31.ResponseObject | oas31.ReferenceObject): Schema {
  return ("content" in described ? described.content?.[JSON_TYPE]?.schema : undefined) ?? {}
}

function reference(name: string): oas31.ReferenceObject {
  return { $ref: `#/components/schemas/${name}` }
}
