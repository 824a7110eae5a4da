// Calls next-auth's endpoints directly: its own client would add 13 kB to every page.

async function post(endpoint: "callback/credentials" | "signout", fields: Record<string, string>): Promise<Response> {
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string }
  return fetch(`/api/auth/${endpoint}`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, csrfToken, callbackUrl: "/", json: "true" }),
  })
}

/** An email address with its password, the code of a second factor, or a passkey's response as JSON. */
export type SignInFields = { email: string; password: string } | { code: string } | { passkey: string }

/** Signs in. Resolves to next-auth's error text on failure or if a second factor is needed, or else null. */
export async function signIn(fields: SignInFields): Promise<string | null> {
  const response = await post("callback/credentials", fields)
  const { url } = (await response.json()) as { url: string }
  return new URL(url, window.location.origin).searchParams.get("error") ?? (response.ok ? null : "unknown")
}

const THROTTLED = /^throttled:(\d+)$/

/** The seconds to wait that an error text of next-auth names; null if it is another error. */
export function throttledSeconds(error: string): number | null {
  const match = THROTTLED.exec(error)
  return match ? Number(match[1]) : null
}

export async function signOut(): Promise<void> {
  const response = await post("signout", {})
  if (!response.ok) throw new Error("signing out failed")
}
