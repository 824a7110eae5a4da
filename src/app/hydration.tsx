import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query"
import { createServerSideHelpers } from "@trpc/react-query/server"
import { cache, type ReactNode } from "react"
import { portalRouter } from "@/api/portal"
import { currentAccount, pageContext } from "@/app/current-account"
import { TrpcProvider } from "@/ui/trpc"

// One client per request: what is read for one account must never be in another's page.
const helpers = cache(async (app: string | null) =>
  createServerSideHelpers({ router: portalRouter, ctx: await pageContext(app), queryClient: new QueryClient() }),
)

/**
 * The portal's queries. What a page fetches with them is in its HTML, where the hooks of its components find it.
 * @param app the client ID of the app whose own endpoints and events they are about; the same is HydrateClient's
 */
export function portalQueries(app: string | null = null) {
  return helpers(app)
}

/** Passes fetched data to the components below, which can use the procedures' hooks. */
export async function HydrateClient({ app = null, children }: { app?: string | null; children: ReactNode }) {
  const [account, { queryClient }] = await Promise.all([currentAccount(), helpers(app)])
  return (
    <TrpcProvider account={account?.id ?? null} app={app}>
      <HydrationBoundary state={dehydrate(queryClient)}>{children}</HydrationBoundary>
    </TrpcProvider>
  )
}
