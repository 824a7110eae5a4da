import { Problem } from "@/domain/problem"

/** The error of a request that was not worked on, because too many came. */
export const OVERLOADED = new Problem("unavailable", {
  retryAfter: 1,
  message: "Too many requests are being worked on; try again in a moment.",
})
