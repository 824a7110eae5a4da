"use client"

import { useEffect, useRef } from "react"

interface MailFrameProps {
  title: string
  html: string
}

/**
 * An email, in a frame as high as it. No script may run in it, so that it may have this page's origin, which lets the
 * page measure it. Its links open in this window when they are clicked.
 */
export function MailFrame({ title, html }: MailFrameProps) {
  const ref = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const frame = ref.current
    if (!frame) return
    const listeners = new AbortController()
    const fit = (): void => {
      // Its document has no element at first.
      const root = frame.contentDocument?.querySelector("html")
      if (!root) return
      frame.style.height = ""
      frame.style.height = `${root.scrollHeight + frame.offsetHeight - frame.clientHeight}px`
    }
    // It may have been loaded before this script.
    fit()
    frame.addEventListener("load", fit, listeners)
    window.addEventListener("resize", fit, listeners)
    return () => listeners.abort()
  }, [])
  return (
    <iframe
      ref={ref}
      title={title}
      srcDoc={`<base target="_top">${html}`}
      sandbox="allow-same-origin allow-top-navigation-by-user-activation"
      className="min-h-112 w-full rounded-2xl border border-line bg-[#f7f4ee]"
    />
  )
}
