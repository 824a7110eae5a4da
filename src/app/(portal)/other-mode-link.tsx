"use client"

import { usePathname, useSearchParams } from "next/navigation"
import type { ReactNode } from "react"
import type { Mode } from "@/domain/mode"
import { buttonClasses } from "@/ui/button-variant"
import { withQuery } from "@/ui/query-url"

/** Leads to the same address in the other mode. */
export function OtherModeLink({ mode, children }: { mode: Mode; children: ReactNode }) {
  const [path, query] = [usePathname(), useSearchParams()]
  return (
    <a href={withQuery(path, { ...Object.fromEntries(query), mode })} className={buttonClasses("secondary")}>
      {children}
    </a>
  )
}
