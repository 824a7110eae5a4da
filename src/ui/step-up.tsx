"use client"

import { lazy, Suspense, useEffect, useState } from "react"
import { type Interruption, onInterruption } from "@/ui/interruptions"

const StepUpDialog = lazy(async () => ({ default: (await import("@/ui/step-up-dialog")).StepUpDialog }))
const SignedOutDialog = lazy(async () => ({ default: (await import("@/ui/signed-out-dialog")).SignedOutDialog }))

interface Asked {
  interruption: Interruption
  answer: (given: boolean) => void
}

/**
 * Opens a dialog to reauthenticate or sign in again whenever a call of the page requires it.
 * @param email the address of the page's account; null if unknown
 */
export const StepUp = ({ email }: { email: string | null }) => {
  const [asked, setAsked] = useState<Asked | null>(null)

  useEffect(() => {
    const open = new Map<Interruption, Promise<boolean>>()
    // Simultaneous calls share one dialog.
    onInterruption((interruption) => {
      if (interruption === "sign_in" && email === null) return Promise.resolve(false)
      const waiting =
        open.get(interruption) ??
        new Promise<boolean>((resolve) => {
          setAsked({
            interruption,
            answer: (given) => {
              open.delete(interruption)
              setAsked(null)
              resolve(given)
            },
          })
        })
      open.set(interruption, waiting)
      return waiting
    })
    return () => onInterruption(null)
  }, [email])

  if (!asked) return null
  return (
    <Suspense>
      {asked.interruption === "sign_in" ? (
        <SignedOutDialog email={email ?? ""} onAnswer={asked.answer} />
      ) : (
        <StepUpDialog onAnswer={asked.answer} />
      )}
    </Suspense>
  )
}
