"use client"

import { type DefaultOptions, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createTRPCReact } from "@trpc/react-query"
import { type ReactNode, useMemo } from "react"
import type { PortalRouter } from "@/api/portal"
import { api, apiOf, failureOf } from "@/ui/api"

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

/** The browser's query caches and their account: one of the account itself, and one of each app. All pages share them. */
let browserCaches: { account: string | null; clients: Map<string | null, QueryClient> } | null = null

function queryClientFor(account: string | null, app: string | null): QueryClient {
  // On the server every render has its own.
  if (typeof window === "undefined") return new QueryClient({ defaultOptions: DEFAULTS })
  if (browserCaches?.account !== account) {
    browserCaches?.clients.forEach((client) => client.clear())
    browserCaches = { account, clients: new Map() }
  }
  const client = browserCaches.clients.get(app) ?? new QueryClient({ defaultOptions: DEFAULTS })
  browserCaches.clients.set(app, client)
  return client
}

interface TrpcProviderProps {
  /** The account that the page is rendered for; cached data of another is never shown. */
  account: string | null
  /** The client ID of the app whose own endpoints and events the page is about; null for those of the account. */
  app?: string | null
  children: ReactNode
}

/** Provides the procedures' hooks to the components below. */
export function TrpcProvider({ account, app = null, children }: TrpcProviderProps) {
  const client = useMemo(() => queryClientFor(account, app), [account, app])
  const procedures = useMemo(() => (app === null ? api : apiOf(app)), [app])
  return (
    <trpc.Provider client={procedures} queryClient={client}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}
