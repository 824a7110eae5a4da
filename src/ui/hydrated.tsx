"use client"

import { useCallback, useEffect, useRef } from "react"
import { HYDRATED_EVENT } from "@/ui/event-replay"

/** Lazy components of the document that are not hydrated yet. */
const lazyComponents = new Set<object>()
let isRootHydrated = false

function announce(): void {
  if (isRootHydrated && lazyComponents.size === 0) document.dispatchEvent(new Event(HYDRATED_EVENT))
}

/** Announces that the page is hydrated. It must be the last component, after everything that is hydrated. */
export function Hydrated() {
  useEffect(() => {
    isRootHydrated = true
    announce()
  }, [])
  return null
}

/**
 * Makes the announcement wait for a lazy component: its boundary is hydrated after the page, and React neither handles
 * nor replays a form that is sent before.
 * @returns a function that the lazy component calls in an effect
 */
export function useLazyHydration(): () => void {
  const component = useRef({ isHydrated: false })
  useEffect(() => {
    const { current } = component
    if (!current.isHydrated) lazyComponents.add(current)
    return () => {
      lazyComponents.delete(current)
      announce()
    }
  }, [])
  return useCallback(() => {
    component.current.isHydrated = true
    lazyComponents.delete(component.current)
    announce()
  }, [])
}
