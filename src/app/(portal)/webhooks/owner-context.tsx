"use client"

import { createContext, type ReactNode, useContext, useMemo } from "react"
import { type WebhooksOwner, webhooksOwner } from "@/app/(portal)/webhooks/owner"

const Owner = createContext<WebhooksOwner>(webhooksOwner(null))

/** Whose endpoints the components are about: the account's, or an app's below WebhooksOf. */
export function useWebhooksOwner(): WebhooksOwner {
  return useContext(Owner)
}

/** @param app the client ID of an app; null for the account */
export function WebhooksOf({ app, children }: { app: string | null; children: ReactNode }) {
  const owner = useMemo(() => webhooksOwner(app), [app])
  return <Owner value={owner}>{children}</Owner>
}
