import type { Exchange } from "@/api/exchange"
import type { Match, Route } from "@/api/routes"
import {
  checkDeprecation,
  type DeclaredDeprecation,
  type Deprecation,
  type DeprecatedKind,
  startOfDay,
} from "@/domain/deprecation"
import type { HttpResponse } from "@/http/message"
import { env } from "@/platform/env"
import { deprecatedMembers } from "@/trpc/deprecated"

/** A request and its response, from which the uses of deprecated parts are found. */
interface RequestAndResponse {
  url: URL
  requestBody: Buffer | null
  response: Pick<HttpResponse, "status" | "body">
}

type RouteDescription = Pick<Route, "operation" | "meta" | "pathParameters" | "queryParameters" | "input" | "output">

/** Returns the deprecations of an operation, including those of its parameters and fields, which its schemas declare. */
export function declaredDeprecations(route: RouteDescription): DeclaredDeprecation[] {
  const { operationId, deprecated } = route.meta.openapi
  const declare = (kind: DeprecatedKind, name: string | null, deprecation: Deprecation): DeclaredDeprecation => {
    const id = name === null ? operationId : `${operationId} ${kind} ${name}`
    checkDeprecation(id, deprecation)
    return { ...deprecation, id, operationId, operation: route.operation, kind, name }
  }
  const isParameter = (name: string): boolean => route.pathParameters.includes(name) || route.queryParameters.has(name)
  return [
    ...(deprecated ? [declare("operation", null, deprecated)] : []),
    ...deprecatedMembers(route.input ?? undefined).map(({ path, deprecation }) =>
      declare(isParameter(path[0] ?? "") ? "parameter" : "request_field", path.join("."), deprecation),
    ),
    ...deprecatedMembers(route.output).map(({ path, deprecation }) =>
      declare("response_field", path.join("."), deprecation),
    ),
  ]
}

/** @throws Error if a deprecated operation is replaced by one that does not exist */
export function checkReplacements(routes: readonly Route[]): void {
  const operations = new Set(routes.map(({ meta }) => meta.openapi.operationId))
  for (const { operationId, deprecated } of routes.map(({ meta }) => meta.openapi))
    if (deprecated && deprecated.replacement !== null && !operations.has(deprecated.replacement))
      throw new Error(`${operationId} is replaced by ${deprecated.replacement}, which is no operation`)
}

/** Records the deprecations that a request used, and adds their headers to the response. */
export function withDeprecation(
  exchange: Exchange,
  { route, pathParameters }: Match,
  response: HttpResponse,
): HttpResponse {
  const { api, url, requestBody } = exchange
  const used = usedDeprecations(route, { url, requestBody, response })
  exchange.deprecated = used.map(({ id }) => id)
  const headers = deprecationHeaders(used, api.routes, { pathParameters }, response.headers.link)
  return { ...response, headers: { ...response.headers, ...headers } }
}

/** Returns the deprecations that a request used. */
function usedDeprecations(
  { deprecations }: Pick<Route, "deprecations">,
  { url, requestBody, response }: RequestAndResponse,
): DeclaredDeprecation[] {
  const sent = new Set([...url.searchParams.keys()])
  const requested = memoized(() => parseJson(requestBody))
  const returned = memoized(() => (response.status < 400 ? parseJson(response.body) : null))
  return deprecations.filter(({ kind, name }) => {
    const path = name?.split(".") ?? []
    switch (kind) {
      case "operation":
        return true
      case "parameter":
        return sent.has(name ?? "")
      case "request_field":
        return hasMember(requested(), path)
      case "response_field":
        return hasMember(returned(), path)
    }
  })
}

/**
 * Returns the headers of a response that uses what is deprecated: Deprecation (RFC 9745), Sunset (RFC 8594) and Link.
 * Of several the one that ends first is reported, and of those that end together the one that was declared first.
 * @param link the response's own links
 */
function deprecationHeaders(
  used: readonly DeclaredDeprecation[],
  routes: readonly Route[],
  { pathParameters }: Pick<Match, "pathParameters">,
  link: string | undefined,
): Record<string, string> {
  const first = used.reduce<DeclaredDeprecation | undefined>(
    (soonest, each) => (soonest && soonest.sunset <= each.sunset ? soonest : each),
    undefined,
  )
  if (!first) return {}
  const guide = first.guide.startsWith("/") ? env.appUrl + first.guide : first.guide
  const successor = successorUrl(first, routes, pathParameters)
  const links = [
    ...(link === undefined ? [] : [link]),
    `<${guide}>; rel="deprecation"; type="text/html"`,
    `<${guide}>; rel="sunset"; type="text/html"`,
    ...(successor === null ? [] : [`<${successor}>; rel="successor-version"`]),
  ]
  return {
    deprecation: `@${startOfDay(first.since) / 1000}`,
    sunset: new Date(startOfDay(first.sunset)).toUTCString(),
    link: links.join(", "),
  }
}

/**
 * The resource that replaces a deprecated operation; where its address needs more than this one's, the page that
 * describes it. A parameter or field has its successor in the same operation.
 */
function successorUrl(
  { kind, replacement, operationId }: DeclaredDeprecation,
  routes: readonly Route[],
  pathParameters: Record<string, string>,
): string | null {
  if (replacement === null) return null
  if (kind !== "operation") return `${env.appUrl}/docs/reference/${operationId}`
  const route = routes.find(({ meta }) => meta.openapi.operationId === replacement)
  if (!route?.pathParameters.every((name) => name in pathParameters))
    return `${env.appUrl}/docs/reference/${replacement}`
  const path = route.meta.openapi.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathParameters[name] ?? ""),
  )
  return `${env.appUrl}/v1${path}`
}

function memoized<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Returns what a JSON text means; null if it is none, such as comma-separated values. */
function parseJson(text: HttpResponse["body"]): unknown {
  if (text === null) return null
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}

/** Whether a value has a member, in any item of the lists on the way. */
function hasMember(value: unknown, path: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => hasMember(item, path))
  const [name, ...rest] = path
  if (name === undefined) return true
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false
  return hasMember(Reflect.get(value, name), rest)
}
