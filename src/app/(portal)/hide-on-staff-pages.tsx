"use client"

import { usePathname } from "next/navigation"
import type { ReactNode } from "react"

/** Content of all pages but those for staff, which show the marketplace in either mode. */
export function HideOnStaffPages({ children }: { children: ReactNode }) {
  return /^\/staff(?:\/|$)/.test(usePathname()) ? null : children
}
