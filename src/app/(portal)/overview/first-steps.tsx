"use client"

import { lazy, Suspense } from "react"
import type { FirstStepsProps } from "@/app/(portal)/overview/first-steps-list"

// Accounts that have done all steps load neither it nor the hooks.
const FirstStepsList = lazy(async () => ({
  default: (await import("@/app/(portal)/overview/first-steps-list")).FirstStepsList,
}))

/** The first steps that are still to do. */
export function FirstSteps(props: FirstStepsProps) {
  return (
    <Suspense>
      <FirstStepsList {...props} />
    </Suspense>
  )
}
