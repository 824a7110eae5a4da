import { usePathname, useSearchParams } from "next/navigation"
import { useEffect, useState } from "react"
import { onNavigation } from "@/ui/navigation-event"

/** After this time a navigation counts as given up, such as one that ended in a download. */
const GIVEN_UP_MS = 30_000

function locationOf(path: string, search: URLSearchParams): string {
  return `${path}?${search.toString()}`
}

/** The URL that is being opened; null when none is. */
export function usePendingNavigation(): URL | null {
  const current = locationOf(usePathname(), useSearchParams())
  const [pending, setPending] = useState<{ url: URL; from: string } | null>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const clear = (): void => setPending(null)
    const end = onNavigation((url) => {
      if (url.origin === window.location.origin && locationOf(url.pathname, url.searchParams) === current) return
      setPending({ url, from: current })
      clearTimeout(timer)
      timer = setTimeout(clear, GIVEN_UP_MS)
    })
    // A page that the browser restores was left during a navigation.
    window.addEventListener("pageshow", clear)
    return () => {
      end()
      clearTimeout(timer)
      window.removeEventListener("pageshow", clear)
      clear()
    }
  }, [current])

  return pending?.from === current ? pending.url : null
}
