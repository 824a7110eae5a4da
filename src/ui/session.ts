// next-auth's endpoints, spoken to directly: its own client would add 13 kB to every page.

const post = async (
  endpoint: "callback/credentials" | "signout",
  fields: Record<string, string>,
): Promise<Response> => {
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string }
  return fetch(`/api/auth/${endpoint}`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, csrfToken, callbackUrl: "/", json: "true" }),
  })
}

/** A password with its address, the code of the second step, or what a passkey answered, as JSON. */
export type SignInFields = { email: string; password: string } | { code: string } | { passkey: string }

/** Signs in; tells next-auth's error text when that fails or goes on with a second step, else null. */
export const signIn = async (fields: SignInFields): Promise<string | null> => {
  const response = await post("callback/credentials", fields)
  const { url } = (await response.json()) as { url: string }
  return new URL(url, window.location.origin).searchParams.get("error") ?? (response.ok ? null : "unknown")
}

export const signOut = async (): Promise<void> => {
  const response = await post("signout", {})
  if (!response.ok) throw new Error("signing out was refused")
}
