import { z } from "zod"
import type { ExternalClaims } from "@/auth/external-identity/providers"

const API = "https://api.github.com"
const TIMEOUT_MS = 10_000

const User = z.looseObject({ id: z.int(), login: z.string(), name: z.string().nullable() })
const Emails = z.array(z.looseObject({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/**
 * Reads a GitHub user, with the primary email address if GitHub has verified it.
 * @throws Error if GitHub does not respond as documented (docs.github.com, "Get the authenticated user", "List email
 * addresses for the authenticated user")
 */
export async function readGithubUser(accessToken: string, api = API): Promise<ExternalClaims> {
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`${api}${path}`, {
      headers: { accept: "application/vnd.github+json", authorization: `Bearer ${accessToken}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`GitHub responded to ${path} with ${response.status}`)
    return response.json()
  }
  const [user, emails] = await Promise.all([read("/user"), read("/user/emails")])
  const { id, login, name } = User.parse(user)
  const primary = Emails.parse(emails).find((each) => each.primary)
  return {
    sub: String(id),
    name: name ?? login,
    ...(primary && { email: primary.email, email_verified: primary.verified }),
  }
}
