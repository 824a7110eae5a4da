"use client"

import { type ReactNode, useState } from "react"

interface DisclosureProps {
  /** The initial state; afterwards the reader controls it, even if the page is rendered again. */
  open: boolean
  className?: string
  children: ReactNode
}

export const Disclosure = ({ open, className, children }: DisclosureProps) => {
  const [begins] = useState(open)
  return (
    <details open={begins} className={className}>
      {children}
    </details>
  )
}
