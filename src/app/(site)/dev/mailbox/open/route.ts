import { type NextRequest, NextResponse } from "next/server"
import { enterMailbox } from "@/app/(site)/dev/mailbox/enter-mailbox"

/**
 * The link of `npm start` redirects immediately, so that the secret is not left in the address bar, the history or a
 * referrer.
 */
export async function GET(request: NextRequest): Promise<NextResponse> {
  await enterMailbox(request.nextUrl.searchParams.get("token") ?? "")
  return new NextResponse(null, { status: 303, headers: { location: "/dev/mailbox", "cache-control": "no-store" } })
}
