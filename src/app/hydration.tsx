import { type FetchQueryOptions, QueryClient, type QueryKey } from "@tanstack/react-query"
import { createHydrationHelpers } from "@trpc/react-query/rsc"
import { cache, type ReactNode } from "react"
import type { PortalRouter } from "@/api/portal"
import { portal, currentAccount } from "@/app/current-account"
import { TrpcProvider } from "@/ui/trpc"

class PageQueryClient extends QueryClient {
  /**
   * A query that fails on the server must fail the page: otherwise its component would run it again during rendering,
   * where it cannot be answered. What it has read is returned for `prefetched`, despite the type that tRPC expects.
   */
  override prefetchQuery<Data, Failure, Result, Key extends QueryKey>(
    options: FetchQueryOptions<Data, Failure, Result, Key>,
  ): Promise<void> {
    return this.fetchQuery(options) as Promise<unknown> as Promise<void>
  }
}

// One per request: what is read for one account must never be in another's page.
const helpers = cache(async (app: string | null) => {
  const client = new PageQueryClient()
  return createHydrationHelpers<PortalRouter>(await portal(app), () => client)
})

/**
 * The portal's procedures. What a page prefetches with them is in its HTML, where the hooks of its components find it.
 * @param app the client ID of the app whose own endpoints and events they are about; the same is HydrateClient's
 */
export async function portalQueries(app: string | null = null) {
  return (await helpers(app)).trpc
}

interface PageQuery<Input, Data> {
  (input: Input): Promise<Data>
  prefetch: (input: Input) => Promise<void>
}

/** Prefetches a query of `portalQueries`, and returns what it has read, which the page needs too. */
export function prefetched<Input, Data>({ prefetch }: PageQuery<Input, Data>, input: Input): Promise<Data> {
  // It returns what PageQueryClient does.
  return prefetch(input) as Promise<unknown> as Promise<Data>
}

/** Passes prefetched data to the components below, which can use the procedures' hooks. */
export async function HydrateClient({ app = null, children }: { app?: string | null; children: ReactNode }) {
  const [account, { HydrateClient: Hydrate }] = await Promise.all([currentAccount(), helpers(app)])
  return (
    <TrpcProvider account={account?.id ?? null} app={app}>
      <Hydrate>{children}</Hydrate>
    </TrpcProvider>
  )
}
