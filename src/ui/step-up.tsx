"use client"

import { lazy, Suspense, useEffect, useState } from "react"
import { askForProofBy } from "@/ui/api"

const StepUpDialog = lazy(async () => ({ default: (await import("@/ui/step-up-dialog")).StepUpDialog }))

/** Asks whoever is signed in to confirm that it is them, whenever a call of the page needs it. */
export const StepUp = () => {
  const [asked, setAsked] = useState<{ answer: (proved: boolean) => void } | null>(null)

  useEffect(() => {
    let open: Promise<boolean> | null = null
    // Calls that come together are answered together.
    askForProofBy(() => {
      open ??= new Promise<boolean>((resolve) => {
        setAsked({
          answer: (proved) => {
            open = null
            setAsked(null)
            resolve(proved)
          },
        })
      })
      return open
    })
    return () => askForProofBy(null)
  }, [])

  return (
    asked && (
      <Suspense>
        <StepUpDialog onAnswer={asked.answer} />
      </Suspense>
    )
  )
}
