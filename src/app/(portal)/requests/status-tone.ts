import type { BadgeTone } from "@/ui/badge"

export const toneOf = (status: number): BadgeTone => (status >= 500 ? "danger" : status >= 400 ? "marigold" : "neem")
