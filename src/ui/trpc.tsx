"use client"

import { type DefaultOptions, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createTRPCReact } from "@trpc/react-query"
import { type ReactNode, useMemo } from "react"
import type { PortalRouter } from "@/api/portal"
import { api, failureOf } from "@/ui/api"

/** The portal's procedures as hooks. */
export const trpc = createTRPCReact<PortalRouter>()

/** How long data counts as fresh, in milliseconds. Data that a change invalidates is read again immediately. */
const STALE_MS = 30_000

const DEFAULTS: DefaultOptions = {
  // Without a connection a call fails immediately, because a later retry would come as a surprise.
  queries: {
    staleTime: STALE_MS,
    retry: (failures, error) => failures < 1 && failureOf(error).code === "offline",
    refetchOnWindowFocus: false,
    networkMode: "always",
  },
  mutations: { networkMode: "always" },
}

/** The browser's query cache and its account; all pages of one account share it. */
let browserCache: { account: string | null; client: QueryClient } | null = null

function queryClientFor(account: string | null): QueryClient {
  // On the server every render has its own.
  if (typeof window === "undefined") return new QueryClient({ defaultOptions: DEFAULTS })
  if (browserCache?.account !== account) {
    browserCache?.client.clear()
    browserCache = { account, client: new QueryClient({ defaultOptions: DEFAULTS }) }
  }
  return browserCache.client
}

/**
 * Provides the procedures' hooks to the components below. @param account the account that the page is rendered for;
 * cached data of another is never shown
 */
export function TrpcProvider({ account, children }: { account: string | null; children: ReactNode }) {
  const client = useMemo(() => queryClientFor(account), [account])
  return (
    <trpc.Provider client={api} queryClient={client}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}
