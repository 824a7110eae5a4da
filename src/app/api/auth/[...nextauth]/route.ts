import type { NextRequest } from "next/server"
import { problemResponse } from "@/api/problem-response"
import { callNextAuth } from "@/app/api/auth/next-auth"
import { Problem } from "@/domain/problem"
import { env } from "@/platform/env"

// The next-auth endpoints that the portal's pages use; no other is served.
const SERVED = new Set([
  "GET csrf",
  "POST callback/credentials",
  "POST signout",
  // Where an identity provider sends the browser, and where next-auth sends it if that fails: on to the sign-in page.
  ...env.identityProviders.map(({ id }) => `GET callback/${id}`),
  "GET signin",
  "GET error",
])

function isForm(request: NextRequest): boolean {
  return (request.headers.get("content-type") ?? "").toLowerCase().startsWith("application/x-www-form-urlencoded")
}

async function handler(request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> {
  const action = (await context.params).nextauth
  if (!SERVED.has(`${request.method} ${action.join("/")}`)) return problemResponse(request, new Problem("not_found"))
  if (request.method === "POST" && !isForm(request))
    return problemResponse(request, new Problem("unsupported_media_type"))
  return callNextAuth(request, action)
}

export { handler as GET, handler as POST }
