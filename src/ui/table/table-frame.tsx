"use client"

import { type KeyboardEventHandler, type ReactNode, useLayoutEffect, useRef } from "react"

interface TableFrameProps {
  caption: string
  /** The cells of the head. */
  head: ReactNode
  onKeyDown?: KeyboardEventHandler<HTMLTableElement>
  /** The rows. */
  children: ReactNode
}

/**
 * The frame of a dense table. It scrolls sideways where its columns are too wide. Where they fit it is no scroll
 * container, so that the head stays in sight while the page is scrolled.
 */
export function TableFrame({ caption, head, onKeyDown, children }: TableFrameProps) {
  const ref = useRef<HTMLTableElement>(null)

  useLayoutEffect(() => {
    const table = ref.current
    const frame = table?.parentElement
    if (!table || !frame) return
    const observer = new ResizeObserver(() =>
      frame.toggleAttribute("data-fits", table.getBoundingClientRect().width < frame.clientWidth + 1),
    )
    observer.observe(frame)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])

  return (
    <div className="group/frame @container relative min-w-0 overflow-x-auto rounded-xl border border-line bg-surface md:data-fits:overflow-clip">
      <table ref={ref} className="w-full border-collapse text-sm" onKeyDown={onKeyDown}>
        <caption className="sr-only">{caption}</caption>
        <thead className="top-(--bar-height) z-20 text-left text-muted shadow-[0_1px_var(--line)] md:not-print:group-data-fits/frame:sticky">
          <tr className="h-9 bg-sunken">{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
