import type { AnyRouter } from "@trpc/server"
import { checkReplacements } from "@/api/deprecations"
import { internal } from "@/api/internal"
import { type Route, routesOf } from "@/api/routes"
import { v1 } from "@/api/v1"
import { type ApiVersion, checkVersions, VERSIONS } from "@/api/versions/versions"
import type { DeclaredDeprecation } from "@/domain/deprecation"
import { mergeRouters, router } from "@/trpc/procedures"

/** What a server serves below /v1. */
export interface ServedApi {
  router: AnyRouter
  routes: readonly Route[]
  versions: readonly ApiVersion[]
  /** The dates of the versions, the oldest first. */
  versionDates: readonly string[]
  deprecations: readonly DeclaredDeprecation[]
  /** The paths of health checks, which are served under any load. */
  databaseIndependentPaths: ReadonlySet<string>
}

/** @throws Error if a deprecation or a version is not valid */
export function toServedApi(served: AnyRouter, versions: readonly ApiVersion[]): ServedApi {
  const routes = routesOf(served)
  checkReplacements(routes)
  checkVersions(versions, routes)
  const databaseIndependent = routes.filter(({ meta }) => meta.openapi.databaseIndependent)
  return {
    router: served,
    routes,
    versions,
    versionDates: versions.map(({ date }) => date),
    deprecations: routes.flatMap(({ deprecations }) => deprecations),
    databaseIndependentPaths: new Set(databaseIndependent.map(({ meta }) => `/v1${meta.openapi.path}`)),
  }
}

/** All operations that are served: the public ones, and those of the operator's own shop. */
export const SERVED = toServedApi(mergeRouters(v1, router({ internal })), VERSIONS)

export const ROUTES = SERVED.routes
