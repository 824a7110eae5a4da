"use client"

import { useEffect } from "react"

/** Names the document after what is shown in its page's place. */
export function DocumentTitle({ title }: { title: string }) {
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}
