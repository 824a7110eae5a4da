"use client"

import { type ReactNode, useEffect, useRef } from "react"
import { Notice } from "@/ui/notice"

/** An error that is announced and takes the focus when it appears. A new error needs a new key. */
export function Alert({ title, children }: { title?: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} role="alert" tabIndex={-1}>
      <Notice tone="danger" {...(title !== undefined && { title })}>
        {children}
      </Notice>
    </div>
  )
}
