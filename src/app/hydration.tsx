import { type FetchQueryOptions, QueryClient, type QueryKey } from "@tanstack/react-query"
import { createHydrationHelpers } from "@trpc/react-query/rsc"
import { cache, type ReactNode } from "react"
import type { PortalRouter } from "@/api/portal"
import { portal, visitor } from "@/app/visitor"
import { TrpcProvider } from "@/ui/trpc"

/** A page whose data cannot be read fails on the server: its components would ask for it there again, where they have nobody to ask. */
class PageQueryClient extends QueryClient {
  override async prefetchQuery<Data, Failure, Result, Key extends QueryKey>(
    options: FetchQueryOptions<Data, Failure, Result, Key>,
  ): Promise<void> {
    await this.fetchQuery(options)
  }
}

// One for each request: what is read for one person must never be in another's page.
const helpers = cache(async () => {
  const client = new PageQueryClient()
  return createHydrationHelpers<PortalRouter>(await portal(), () => client)
})

/** The portal's procedures: what a page prefetches by them is in its HTML, and the hooks of its components find it there. */
export const portalQueries = async () => (await helpers()).trpc

/** Hands what the page has prefetched to the components below, which can use the procedures' hooks. */
export async function HydrateClient({ children }: { children: ReactNode }) {
  const [account, { HydrateClient: Hydrate }] = await Promise.all([visitor(), helpers()])
  return (
    <TrpcProvider account={account?.id ?? null}>
      <Hydrate>{children}</Hydrate>
    </TrpcProvider>
  )
}
