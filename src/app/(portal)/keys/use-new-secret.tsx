"use client"

import { type ReactNode, useState } from "react"
import { NewKey } from "@/app/(portal)/keys/new-key"
import { useRefreshKeys } from "@/app/(portal)/keys/use-refresh-keys"
import type { NewApiKey } from "@/features/api-keys/schema"

/** Keeps a new secret on the screen until it has been saved, then reloads the list behind it. */
export function useNewSecret(
  baseUrl: string,
  onClosed: () => void,
): { show: (created: NewApiKey) => void; panel: ReactNode } {
  const refreshKeys = useRefreshKeys()
  const [created, setCreated] = useState<NewApiKey | null>(null)
  const leave = (): void => {
    setCreated(null)
    onClosed()
    refreshKeys()
  }
  return { show: setCreated, panel: created && <NewKey created={created} baseUrl={baseUrl} onLeave={leave} /> }
}
