import { cookies } from "next/headers"
import { parseSetCookieHeader } from "@/http/cookies"

/** Stores the cookie of a Set-Cookie header from a server action. */
export async function setResponseCookie(header: string): Promise<void> {
  const store = await cookies()
  store.set(parseSetCookieHeader(header))
}
