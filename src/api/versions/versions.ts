import type { Route } from "@/api/routes"
import { API_VERSION } from "@/domain/api-version"
import type { HttpResponse } from "@/http/message"

type JsonObject = Record<string, unknown>

/** A breaking change of some operations, and how older clients are served nevertheless. */
export interface VersionChange {
  /** The operationIds. */
  operations: readonly string[]
  /** One sentence, for the changelog. */
  description: string
  /** Query parameters that the version before had and this one does not, with their types. */
  formerParameters?: Record<string, "integer" | "boolean" | "string">
  /** Turns the input of the version before (path, query and body) into one of this version. */
  upgradeRequest?: (input: JsonObject) => JsonObject
  /** Turns the body of a success of this version into one of the version before. */
  downgradeResponse?: (body: JsonObject) => JsonObject
}

/** A dated version: what its date changed. */
export interface ApiVersion {
  date: string
  changes: readonly VersionChange[]
}

/** The versions that are served, the oldest first. */
export const VERSIONS: readonly ApiVersion[] = [{ date: API_VERSION, changes: [] }]

/** @throws Error if the versions are not in the order of their dates, or change an operation that does not exist */
export function checkVersions(versions: readonly ApiVersion[], routes: readonly Route[]): void {
  const operations = new Set(routes.map(({ meta }) => meta.openapi.operationId))
  for (const [index, { date, changes }] of versions.entries()) {
    if (index > 0 && date <= (versions[index - 1]?.date ?? "")) throw new Error(`the version ${date} is not the newest`)
    const unknown = changes.flatMap((change) => change.operations).find((operation) => !operations.has(operation))
    if (unknown !== undefined) throw new Error(`the version ${date} changes ${unknown}, which is no operation`)
  }
}

/**
 * Returns the version that a request is served in: that of its Api-Version header, that of its key, or the first one. A
 * date that is no version counts as not sent, since today's clients may send anything.
 */
export function versionFor(versions: readonly ApiVersion[], sent: string | null, pinned: string | null): string {
  if (sent === null && pinned === null) return versions[0]?.date ?? API_VERSION
  const isServed = (date: string | null): date is string => versions.some((version) => version.date === date)
  return [sent, pinned].find(isServed) ?? versions[0]?.date ?? API_VERSION
}

/** Returns the changes of an operation that a version does not have yet, the oldest first. */
export function changesSince(
  versions: readonly ApiVersion[],
  version: string,
  { meta }: Pick<Route, "meta">,
): VersionChange[] {
  const newest = versions.at(-1)
  if (version === newest?.date) return []
  return versions
    .filter(({ date }) => date > version)
    .flatMap(({ changes }) => changes.filter(({ operations }) => operations.includes(meta.openapi.operationId)))
}

/** Turns the input of an older version into one of the newest. */
export function upgradeInput(changes: readonly VersionChange[], input: JsonObject): JsonObject {
  return changes.reduce((upgraded, { upgradeRequest }) => upgradeRequest?.(upgraded) ?? upgraded, input)
}

/** Turns a success of the newest version into one of an older version. Comma-separated values are not versioned. */
export function downgradeResponse(changes: readonly VersionChange[], response: HttpResponse): HttpResponse {
  const { body, headers } = response
  if (body === null || "content-type" in headers) return response
  const newest: unknown = JSON.parse(String(body))
  if (!isObject(newest)) return response
  const downgraded = changes.reduceRight((older, change) => change.downgradeResponse?.(older) ?? older, newest)
  return { ...response, body: JSON.stringify(downgraded) }
}

/** Whether an operation responds differently to different versions, so that a cache must distinguish them. */
export function isVersioned(versions: readonly ApiVersion[], { meta }: Pick<Route, "meta">): boolean {
  return (
    versions.length > 1 &&
    versions.some(({ changes }) => changes.some(({ operations }) => operations.includes(meta.openapi.operationId)))
  )
}

/** Returns the query parameters of an operation, with those that it had in an older version. */
export function withFormerParameters(
  { queryParameters }: Pick<Route, "queryParameters">,
  changes: readonly VersionChange[],
): Pick<Route, "queryParameters"> {
  if (changes.length === 0) return { queryParameters }
  const former = changes.flatMap(({ formerParameters = {} }) => Object.entries(formerParameters))
  return { queryParameters: new Map([...queryParameters, ...former]) }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
