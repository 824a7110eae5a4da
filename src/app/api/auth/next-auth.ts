import type { NextRequest } from "next/server"
import NextAuth from "next-auth"
import { authOptions } from "@/auth/next-auth-options"
import { negotiateLocale, DEFAULT_LOCALE, isLocale } from "@/domain/locale"
import { clientIp } from "@/http/client-ip"
import { readCookie } from "@/http/cookies"
import { LOCALE_COOKIE } from "@/i18n/locale-cookie"
import { env } from "@/platform/env"

/** Calls an endpoint of next-auth. @param action the segments after /api/auth/ */
export async function callNextAuth(request: NextRequest, action: string[]): Promise<Response> {
  const { headers } = request
  const cookies = headers.get("cookie")
  const selected = readCookie(cookies, LOCALE_COOKIE)
  const setCookies: string[] = []
  const options = authOptions({
    ip: clientIp(null, headers.get("x-forwarded-for"), Math.max(1, env.trustedProxies)),
    userAgent: headers.get("user-agent"),
    cookies,
    locale: isLocale(selected) ? selected : (negotiateLocale(headers.get("accept-language")) ?? DEFAULT_LOCALE),
    setCookie: (cookie) => setCookies.push(cookie),
  })
  const response = (await NextAuth(request, { params: Promise.resolve({ nextauth: action }) }, options)) as Response
  for (const cookie of setCookies) response.headers.append("set-cookie", cookie)
  return response
}
