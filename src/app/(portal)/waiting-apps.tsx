"use client"

import { TrpcProvider, trpc } from "@/ui/trpc"

interface WaitingAppsProps {
  /** The account whose query it is. */
  account: string
  /** The count when the page was rendered. */
  waiting: number
}

/** The number of apps that wait for a review, as last read by a staff page. */
export function WaitingApps({ account, waiting }: WaitingAppsProps) {
  return (
    <TrpcProvider account={account}>
      <Count initial={waiting} />
    </TrpcProvider>
  )
}

function Count({ initial }: { initial: number }) {
  const { waiting } = trpc.appReviews.waiting.useQuery(undefined, { initialData: { waiting: initial } }).data
  if (waiting === null || waiting === 0) return null
  return (
    <span className="rounded-full bg-indigo-soft px-2 text-xs font-medium text-indigo-ink tabular-nums">{waiting}</span>
  )
}
