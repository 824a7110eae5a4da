import { headers } from "next/headers"
import { notFound } from "next/navigation"
import { MISSING_HEADER } from "@/http/missing-header"

/** Throws unless the server renders the page in the place of one whose object does not exist. */
export async function requireMissingPage(): Promise<void> {
  if (!(await headers()).has(MISSING_HEADER)) notFound()
}
