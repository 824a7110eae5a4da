"use client"

import { type ReactNode, useState } from "react"

interface DisclosureProps {
  /** How it begins; from then on it is the reader's, however the page is renewed. */
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
