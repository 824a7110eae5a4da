"use client"

import { type ReactNode, useEffect, useRef } from "react"

/** The result of a form, shown in its place. The heading takes the focus, so that it is read out. */
export function ResultCard({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold">
        {title}
      </h1>
      {children}
    </div>
  )
}
