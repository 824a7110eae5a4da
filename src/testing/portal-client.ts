export interface PortalAnswer<Data = Record<string, unknown>> {
  status: number
  data: Data
  problem: string | undefined
  details: { param: string; code: string }[]
  retryAfter: number | null
}

interface TrpcBody {
  result?: { data: unknown }
  error?: { data: { problem: string; details: { param: string; code: string }[]; retryAfter: number | null } }
}

/** A browser without a page: keeps cookies and calls what the portal's pages call. */
export class PortalClient {
  private readonly cookies = new Map<string, string>()

  constructor(
    private readonly url: string,
    private readonly address?: string,
  ) {}

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(this.url + path, {
      ...init,
      redirect: "manual",
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(this.address ? { "x-forwarded-for": this.address } : {}),
        ...(init.headers as Record<string, string> | undefined),
      },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";")
      const at = pair.indexOf("=")
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }

  /** @returns null when it worked, else what next-auth says. */
  signIn(email: string, password: string): Promise<string | null> {
    return this.enter({ email, password })
  }

  /** Signs in by whatever the form can hold: a password, the code of the second step, a passkey. */
  async enter(fields: Record<string, string>): Promise<string | null> {
    const { csrfToken } = (await (await this.fetch("/api/auth/csrf")).json()) as { csrfToken: string }
    const response = await this.fetch("/api/auth/callback/credentials", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...fields, csrfToken, json: "true", callbackUrl: this.url }).toString(),
    })
    const { url } = (await response.json()) as { url: string }
    return new URL(url).searchParams.get("error")
  }

  async signOut(): Promise<void> {
    const { csrfToken } = (await (await this.fetch("/api/auth/csrf")).json()) as { csrfToken: string }
    await this.fetch("/api/auth/signout", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ csrfToken, json: "true" }).toString(),
    })
  }

  mutate<Data>(procedure: string, input?: unknown, headers: Record<string, string> = {}): Promise<PortalAnswer<Data>> {
    return this.call(`/api/trpc/${procedure}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(input ?? {}),
    })
  }

  query<Data>(procedure: string, input?: unknown): Promise<PortalAnswer<Data>> {
    return this.call(
      `/api/trpc/${procedure}${input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`}`,
    )
  }

  private async call<Data>(path: string, init?: RequestInit): Promise<PortalAnswer<Data>> {
    const response = await this.fetch(path, init)
    const text = await response.text()
    const body = (text.startsWith("{") ? JSON.parse(text) : {}) as TrpcBody
    return {
      status: response.status,
      data: body.result?.data as Data,
      problem: body.error?.data.problem,
      details: body.error?.data.details ?? [],
      retryAfter: body.error?.data.retryAfter ?? null,
    }
  }
}
