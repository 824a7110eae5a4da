"use client"

import { type ReactNode, useState } from "react"

interface DisclosureProps {
  /** The initial state; afterwards the reader controls it, even if the page is rendered again. */
  open: boolean
  className?: string
  children: ReactNode
}

export function Disclosure({ open, className, children }: DisclosureProps) {
  const [initiallyOpen] = useState(open)
  return (
    <details open={initiallyOpen} className={className}>
      {children}
    </details>
  )
}
