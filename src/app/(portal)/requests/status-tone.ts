import type { BadgeTone } from "@/ui/badge"

export function toneOf(status: number): BadgeTone {
  return status >= 500 ? "danger" : status >= 400 ? "marigold" : "neem"
}
