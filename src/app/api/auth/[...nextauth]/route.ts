import type { NextRequest } from "next/server"
import NextAuth from "next-auth"
import { problemResponse } from "@/api/problem-response"
import { authOptions } from "@/auth/session"
import { Problem } from "@/domain/problem"

// The next-auth endpoints that the portal's pages use; no other is served.
const SERVED = new Set(["GET csrf", "POST callback/credentials", "POST signout"])

const isForm = (request: NextRequest): boolean =>
  (request.headers.get("content-type") ?? "").toLowerCase().startsWith("application/x-www-form-urlencoded")

const handler = async (
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> => {
  const action = (await context.params).nextauth.join("/")
  if (!SERVED.has(`${request.method} ${action}`)) return problemResponse(request, new Problem("not_found"))
  if (request.method === "POST" && !isForm(request))
    return problemResponse(request, new Problem("unsupported_media_type"))
  const cookies: string[] = []
  const response = (await NextAuth(
    request,
    context,
    authOptions(request.headers.get("cookie"), (cookie) => cookies.push(cookie)),
  )) as Response
  for (const cookie of cookies) response.headers.append("set-cookie", cookie)
  return response
}

export { handler as GET, handler as POST }
