import type { NextRequest } from "next/server"
import NextAuth from "next-auth"
import { authOptions } from "@/auth/session"

const handler = (request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> =>
  NextAuth(request, context, authOptions()) as Promise<Response>

export { handler as GET, handler as POST }
