import { env } from "@/platform/env"

export const dynamic = "force-dynamic"

/**
 * Redirects a password manager to the page that changes the password (W3C, A Well-Known URL for Changing Passwords).
 */
export function GET(): Response {
  return new Response(null, {
    status: 303,
    headers: { location: `${env.appUrl}/settings/security`, "cache-control": "no-store" },
  })
}
