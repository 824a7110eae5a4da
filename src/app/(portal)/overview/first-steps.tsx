"use client"

import { lazy, Suspense } from "react"
import type { FirstStepsProps } from "@/app/(portal)/overview/first-steps-list"
import { useLazyHydration } from "@/ui/hydrated"

// Accounts that have done all steps load neither it nor the hooks.
const FirstStepsList = lazy(async () => ({
  default: (await import("@/app/(portal)/overview/first-steps-list")).FirstStepsList,
}))

/** The first steps that are still to do. */
export function FirstSteps(props: Omit<FirstStepsProps, "onHydrated">) {
  const onHydrated = useLazyHydration()
  return (
    <Suspense>
      <FirstStepsList {...props} onHydrated={onHydrated} />
    </Suspense>
  )
}
