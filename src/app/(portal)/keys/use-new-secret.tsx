"use client"

import { useRouter } from "next/navigation"
import { type ReactNode, useState } from "react"
import { NewKey } from "@/app/(portal)/keys/new-secret"
import type { NewApiKey } from "@/features/api-keys/schema"

/** Keeps a new secret on the screen until it has been saved; the list behind is then brought up to date. */
export const useNewSecret = (
  baseUrl: string,
  onClosed: () => void,
): { show: (made: NewApiKey) => void; panel: ReactNode } => {
  const router = useRouter()
  const [made, setMade] = useState<NewApiKey | null>(null)
  const leave = (): void => {
    setMade(null)
    onClosed()
    router.refresh()
  }
  return { show: setMade, panel: made && <NewKey made={made} baseUrl={baseUrl} onLeave={leave} /> }
}
