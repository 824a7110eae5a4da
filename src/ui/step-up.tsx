"use client"

import { lazy, Suspense, useEffect, useState } from "react"
import { type AuthChallenge, setChallengeHandler } from "@/ui/auth-challenge"

const StepUpDialog = lazy(async () => ({ default: (await import("@/ui/step-up-dialog")).StepUpDialog }))
const SignedOutDialog = lazy(async () => ({ default: (await import("@/ui/signed-out-dialog")).SignedOutDialog }))

interface PendingChallenge {
  challenge: AuthChallenge
  complete: (completed: boolean) => void
}

/**
 * Opens a dialog to reauthenticate or sign in again whenever a call of the page requires it.
 * @param email the address of the page's account; null if unknown
 */
export function StepUp({ email }: { email: string | null }) {
  const [pending, setPending] = useState<PendingChallenge | null>(null)

  useEffect(() => {
    const open = new Map<AuthChallenge, Promise<boolean>>()
    // Simultaneous calls share one dialog.
    setChallengeHandler((challenge) => {
      if (challenge === "sign_in" && email === null) return Promise.resolve(false)
      const waiting =
        open.get(challenge) ??
        new Promise<boolean>((resolve) => {
          setPending({
            challenge,
            complete: (completed) => {
              open.delete(challenge)
              setPending(null)
              resolve(completed)
            },
          })
        })
      open.set(challenge, waiting)
      return waiting
    })
    return () => setChallengeHandler(null)
  }, [email])

  if (!pending) return null
  return (
    <Suspense>
      {pending.challenge === "sign_in" ? (
        <SignedOutDialog email={email ?? ""} onResult={pending.complete} />
      ) : (
        <StepUpDialog onResult={pending.complete} />
      )}
    </Suspense>
  )
}
