import { TRPCError } from "@trpc/server"
import { serveFetch } from "@/http/fetch"
import { portalCaller } from "@/api/portal"
import { staticPage } from "@/app/static/static-page"
import { SESSION_COOKIE } from "@/auth/session"
import { translatorOf } from "@/i18n/translator"
import { type OauthResponse, redirectResponse } from "@/oauth/responses"
import { UnsafeRequest } from "@/oauth/oauth-error"
import { pageLocale } from "@/oauth/page-locale"
import { handleOauthPage } from "@/oauth/serve"
import { readCookie } from "@/http/cookies"
import type { HttpRequest } from "@/http/message"
import { ErrorCard } from "@/app/oauth/error-card"

type PortalCaller = Awaited<ReturnType<typeof portalCaller>>

/** What a page's handler can use. */
export interface PageContext {
  /** Calls a procedure of the provider for this browser, and keeps the cookies that it sets. */
  call: <Result>(work: (oauth: PortalCaller["oauth"]) => Promise<Result>) => Promise<Result>
  /** A redirect that carries the cookies. */
  redirectTo: (location: string, headers?: Record<string, string>) => OauthResponse
}

type PageHandler = (request: HttpRequest, context: PageContext) => Promise<OauthResponse>

/** The route handlers of a provider page, for every method. */
export function providerPage(serve: PageHandler) {
  const handle = serveFetch((request) =>
    handleOauthPage(
      request,
      (requested, requestId) => serve(requested, createPageContext(requested, requestId)),
      (error) => errorPage(request, error),
    ),
  )
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle }
}

function createPageContext(request: HttpRequest, requestId: string): PageContext {
  const cookies: string[] = []
  const headers = { get: (name: string) => (name === "x-request-id" ? requestId : request.header(name)) }
  const session = readCookie(request.header("cookie"), SESSION_COOKIE) ?? undefined
  return {
    call: async (work) => {
      try {
        const { oauth } = await portalCaller(headers, session, (cookie) => cookies.push(cookie))
        return await work(oauth)
      } catch (error) {
        throw unwrapCause(error)
      }
    },
    redirectTo: (location, more) => ({
      ...redirectResponse(request, location, more),
      ...(cookies.length > 0 && { cookies }),
    }),
  }
}

/** The cause of a procedure's failure; the reason for a refusal has already been logged. */
function unwrapCause(error: unknown): unknown {
  const cause = error instanceof TRPCError ? (error.cause ?? error) : error
  return cause instanceof UnsafeRequest ? new UnsafeRequest(cause.reason) : cause
}

/** An error page without a redirect: the reason in the reader's language, and nothing of the request. */
function errorPage(request: HttpRequest, { reason }: UnsafeRequest): Promise<OauthResponse> {
  const locale = pageLocale(request, new URL(request.url).searchParams.get("ui_locales"))
  const t = translatorOf(locale)
  return staticPage({
    request,
    status: 400,
    locale,
    title: t(reason === "interaction" ? "Oauth.expired_title" : "Oauth.error_title"),
    children: <ErrorCard t={t} reason={reason} />,
  })
}
