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
  deprecations: readonly DeclaredDeprecation[]
}

/** @throws Error if a deprecation or a version is not valid */
export function serveRouter(served: AnyRouter, versions: readonly ApiVersion[]): ServedApi {
  const routes = routesOf(served)
  checkReplacements(routes)
  checkVersions(versions, routes)
  return { router: served, routes, versions, deprecations: routes.flatMap(({ deprecations }) => deprecations) }
}

/** All operations that are served: the public ones, and those of the operator's own shop. */
export const SERVED = serveRouter(mergeRouters(v1, router({ internal })), VERSIONS)

export const ROUTES = SERVED.routes
