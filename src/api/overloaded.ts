import { Problem } from "@/domain/problem"

/** The error of a request that is refused because too many are being processed. */
export const OVERLOADED = new Problem("unavailable", {
  retryAfter: 1,
  message: "Too many requests are being processed; try again in a moment.",
})
