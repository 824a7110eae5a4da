"use client"

import { useRouter } from "next/navigation"
import { type ReactNode, useState } from "react"
import { NewSecret } from "@/app/(portal)/keys/new-secret"
import type { NewApiKey } from "@/features/api-keys/schema"

/** Keeps a new secret on the screen until it has been saved; the list behind is then brought up to date. */
export const useNewSecret = (baseUrl: string, onClosed: () => void): { show: (made: NewApiKey) => void; panel: ReactNode } => {
  const router = useRouter()
  const [made, setMade] = useState<NewApiKey | null>(null)
  const [leaving, setLeaving] = useState(false)
  const leave = (): void => {
    setMade(null)
    setLeaving(false)
    onClosed()
    router.refresh()
  }
  return {
    show: setMade,
    panel: made && (
      <NewSecret made={made} baseUrl={baseUrl} leaving={leaving} onAskLeave={() => setLeaving(true)} onStay={() => setLeaving(false)} onLeave={leave} />
    ),
  }
}
