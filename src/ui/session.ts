// next-auth's endpoints, spoken to directly: its own client would add 13 kB to every page.

const post = async (endpoint: "callback/credentials" | "signout", fields: Record<string, string>): Promise<Response> => {
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string }
  return fetch(`/api/auth/${endpoint}`, { method: "POST", body: new URLSearchParams({ ...fields, csrfToken, callbackUrl: "/", json: "true" }) })
}

/** Signs in; tells next-auth's error text when that fails, else null. */
export const signIn = async (email: string, password: string): Promise<string | null> => {
  const response = await post("callback/credentials", { email, password })
  const { url } = (await response.json()) as { url: string }
  return new URL(url, window.location.origin).searchParams.get("error") ?? (response.ok ? null : "unknown")
}

export const signOut = async (): Promise<void> => {
  const response = await post("signout", {})
  if (!response.ok) throw new Error("signing out was refused")
}
