import type { NextRequest } from "next/server"
import NextAuth from "next-auth"
import { authOptions } from "@/auth/session"

// What the portal's pages ask of next-auth; nothing else of it is served.
const SERVED = new Set(["GET csrf", "POST callback/credentials", "POST signout"])

const isForm = (request: NextRequest): boolean => (request.headers.get("content-type") ?? "").toLowerCase().startsWith("application/x-www-form-urlencoded")

const handler = async (request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> => {
  const action = (await context.params).nextauth.join("/")
  if (!SERVED.has(`${request.method} ${action}`)) return Response.json({ error: "not_found" }, { status: 404 })
  if (request.method === "POST" && !isForm(request)) return Response.json({ error: "unsupported_media_type" }, { status: 415 })
  const cookies: string[] = []
  const response = (await NextAuth(request, context, authOptions(request.headers.get("cookie"), (cookie) => cookies.push(cookie)))) as Response
  for (const cookie of cookies) response.headers.append("set-cookie", cookie)
  return response
}

export { handler as GET, handler as POST }
