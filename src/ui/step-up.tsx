"use client"

import dynamic from "next/dynamic"
import { useEffect, useState } from "react"
import { askForProofBy } from "@/ui/api"

const StepUpDialog = dynamic(() => import("@/ui/step-up-dialog").then(({ StepUpDialog: Shown }) => Shown), { ssr: false })

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

  return asked && <StepUpDialog onAnswer={asked.answer} />
}
