import { openapiDocument } from "@/docs/openapi-document"
import { type Operation, operations, operationsByTag } from "@/docs/operations"
import { sampleCall } from "@/docs/snippets"
import { env } from "@/platform/env"
import { processSingleton } from "@/platform/process-singleton"

const POSTMAN_SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

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

interface Script {
  listen: "test"
  script: { type: "text/javascript"; exec: string[] }
}

export interface PostmanItem {
  name: string
  event: Script[]
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

/**
 * The API as a Postman collection, in folders by tag. Fill in the variable `key`, and run it from top to bottom: a list or a creation keeps
 * the id of what it found or made for the requests about one resource, and an endpoint is deleted last.
 */
export function postmanCollection(): PostmanCollection {
  return processSingleton("docs-postman", () => {
    const { info } = openapiDocument()
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
        {
          key: WEBHOOK_URL,
          value: env.webhookLoopback ? LOCAL_WEBHOOK_URL : WEBHOOK_URL_EXAMPLE,
          description: "The URL of the created endpoint.",
        },
        ...resources().map(({ variable, source }) => ({
          key: variable,
          value: "",
          description: `Filled by "${source.summary}".`,
        })),
      ],
      item: operationsByTag().map(({ name, description, operations }) => ({
        name,
        description,
        item: inOrder(operations.filter(({ stream }) => !stream)).map(itemOf),
      })),
    }
  })
}

const WEBHOOK_URL = "webhook_url"
const WEBHOOK_URL_EXAMPLE = "https://example.com/webhooks/haat"
/** Where a receiver that somebody tries out would listen, on a server that sends to its own machine. */
const LOCAL_WEBHOOK_URL = "http://localhost:4000/webhooks/haat"

/** An order that can be confirmed, packed, shipped and refunded, by the requests in this order. */
const SELLER_ORDER = { operation: "listSellerOrders", query: "status", value: "pending" }

/** What is deleted was made before, one before all, and nothing is asked of it afterwards. */
function inOrder(found: Operation[]): Operation[] {
  return [
    ...found.filter(({ method }) => method !== "DELETE"),
    ...found.filter(({ method }) => method === "DELETE").sort((one, other) => other.path.length - one.path.length),
  ]
}

/** Resources that requests are about: the variable that names one, and the request that fills it. */
interface Resource {
  /** Such as "/seller/orders". */
  path: string
  /** Such as "id". */
  parameter: string
  /** Such as "seller_order_id". */
  variable: string
  source: Operation
}

/** The orders of a sandbox's store are listed with those of every store. */
const LISTED_IN: Record<string, string> = { "/sandbox/seller-orders": "/seller/orders" }

function resources(): Resource[] {
  const found = new Map<string, Resource>()
  for (const { path } of operations()) {
    const [, collection, parameter] = /^(.+)\/\{(\w+)\}/.exec(path) ?? []
    if (!collection || !parameter || found.has(collection) || collection in LISTED_IN) continue
    const sources = operations().filter((operation) => operation.path === collection)
    const source = sources.find(({ method }) => method === "POST") ?? sources.find(({ method }) => method === "GET")
    if (!source) throw new Error(`no operation returns a ${parameter} of ${collection}`)
    const variable = `${collection.slice(1).replace(/s$/, "").replace(/\W/g, "_")}_${parameter}`
    found.set(collection, { path: collection, parameter, variable, source })
  }
  return [...found.values()]
}

function resourceOf({ path }: Operation): Resource | undefined {
  const collection = path.split("/{")[0] ?? ""
  return resources().find((resource) => resource.path === (LISTED_IN[collection] ?? collection) && path !== collection)
}

// The placeholder is a name, which not every server can look up.
const HOST_NOT_FOUND = 'pm.response.code === 422 && pm.response.json().error.details[0].code === "host_not_found"'

// The collection's key may be a live one.
const NEEDS_TEST_KEY = 'pm.response.code === 403 && pm.response.json().error.code === "test_key_required"'

/** The status that a request must have, in JavaScript: a 404 where there is nothing to ask about. */
function expectedStatus(operation: Operation, resource: Resource | undefined): string {
  const { body, errors, sandbox, success } = operation
  const { status } = success
  if (sandbox) return `${NEEDS_TEST_KEY} ? 403 : ${expectedStatus({ ...operation, sandbox: false }, resource)}`
  // Another order's state may not allow the step.
  const found = errors.some(({ codes }) => codes.includes("invalid_state"))
    ? `(pm.response.code === 409 ? 409 : ${status})`
    : status
  if (resource) return `pm.collectionVariables.get("${resource.variable}") ? ${found} : 404`
  return body && bodyText(body.example).includes(`{{${WEBHOOK_URL}}}`)
    ? `${HOST_NOT_FOUND} ? 422 : ${status}`
    : String(status)
}

/** What runs after a request: its status is checked, and an id is kept. */
function scriptsOf(operation: Operation): Script[] {
  const { id, method, success } = operation
  const resource = resourceOf(operation)
  const filledResource = resources().find(({ source }) => source.id === id)
  const value = filledResource && `pm.response.json().data${method === "GET" ? "[0]?" : ""}.${filledResource.parameter}`
  return [
    {
      listen: "test",
      script: {
        type: "text/javascript",
        exec: [
          `const expected = ${expectedStatus(operation, resource)}`,
          `pm.test(${JSON.stringify(operation.summary)} + ": " + expected, () => pm.response.to.have.status(expected))`,
          ...(filledResource
            ? [
                `pm.collectionVariables.set("${filledResource.variable}", pm.response.code === ${success.status} ? (${value} ?? "") : "")`,
              ]
            : []),
          ...(resource && method === "DELETE" ? [`pm.collectionVariables.set("${resource.variable}", "")`] : []),
        ],
      },
    },
  ]
}

function text(value: unknown): string {
  return value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value)
}

function itemOf(operation: Operation): PostmanItem {
  const { method, path, summary, description, scope, parameters, body } = operation
  const sent = new Map(sampleCall(operation).query)
  if (operation.id === SELLER_ORDER.operation) sent.set(SELLER_ORDER.query, SELLER_ORDER.value)
  const names = parameters.filter(({ in: location }) => location === "path").map(({ name }) => name)
  const segments = path.slice(1).replace(/\{(\w+)\}/g, ":$1")
  const search = new URLSearchParams([...sent]).toString()
  return {
    name: summary,
    event: scriptsOf(operation),
    request: {
      method,
      description: [
        description,
        scope ? `Scope: ${scope}.` : "No credential required.",
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
          .filter(({ in: location }) => location === "query")
          .map(({ name, description: words = "", schema }) => ({
            key: name,
            value: sent.get(name) ?? text(schema.default ?? schema.enum?.[0]),
            description: words,
            disabled: !sent.has(name),
          })),
        variable: names.map((key) => ({ key, value: `{{${resourceOf(operation)?.variable ?? ""}}}` })),
      },
      ...(body
        ? {
            body: {
              mode: "raw" as const,
              raw: bodyText(body.example),
              options: { raw: { language: "json" as const } },
            },
          }
        : {}),
    },
    response: [],
  }
}

function bodyText(example: unknown): string {
  return JSON.stringify(example, null, 2).replace(
    JSON.stringify(WEBHOOK_URL_EXAMPLE),
    JSON.stringify(`{{${WEBHOOK_URL}}}`),
  )
}
