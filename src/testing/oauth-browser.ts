import { type Form, formsIn } from "@/testing/oauth-form"

/** A page as it was answered, after the redirects that led to it. */
export interface Page {
  /** Where the browser stands. */
  url: string
  status: number
  headers: Headers
  html: string
  forms: Form[]
  /** The address of another site that the browser was sent to, not fetched; null while it is on the provider. */
  left: URL | null
  /** Every answer on the way here, this one included. */
  trail: { method: string; url: string; status: number; headers: Headers }[]
}

interface Cookie {
  value: string
  path: string
}

interface Submission {
  /** Values of fields by their name; a checkbox's list of values that are ticked. */
  fill?: Record<string, string | string[]>
  /** The button, by its id or its value; the first one if there is none. */
  press?: string
  headers?: Record<string, string>
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
let addresses = 0

/**
 * A browser with scripts switched off: it follows redirects, keeps cookies, and submits the forms it is shown, by the rules that
 * browsers apply to cookie prefixes and to Content-Security-Policy's form-action.
 */
export class ScriptlessBrowser {
  readonly cookies = new Map<string, Cookie>()
  /** Each comes from a place of its own: sign-in limits count places. The server must trust one proxy. */
  readonly address = `198.51.${(++addresses >> 8) & 255}.${addresses & 255}`
  page: Page | null = null

  constructor(
    /** The provider's origin; redirects are followed while they stay in it. */
    readonly origin: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  goto(
    url: string,
    init: { method?: string; body?: URLSearchParams; headers?: Record<string, string> } = {},
  ): Promise<Page> {
    return this.load(new URL(url, this.origin), init.method ?? "GET", init.body ?? null, init.headers ?? {}, null)
  }

  /** Submits a form of the page that is open. */
  async submit({ fill = {}, press, headers = {} }: Submission = {}, form = this.formWith(press)): Promise<Page> {
    const { page } = this
    if (!page) throw new Error("no page is open")
    const pairs: [string, string][] = []
    const button = form.buttons.find(({ id, value }) => id === press || value === press) ?? form.buttons[0]
    for (const { name, type, value, checked } of form.fields) {
      const wanted = fill[name]
      if (type === "checkbox" || type === "radio") {
        if (wanted === undefined ? checked : wanted.includes(value)) pairs.push([name, value])
      } else pairs.push([name, typeof wanted === "string" ? wanted : value])
    }
    if (button?.name) pairs.push([button.name, button.value])
    const target = new URL(button?.formAction ?? form.action ?? page.url, page.url)
    const policy = page.headers.get("content-security-policy")
    const source = { origin: new URL(page.url).origin, policy }
    assertFormAction(source, target)
    const sent = new URLSearchParams(pairs)
    if (form.method === "GET") {
      target.search = sent.toString()
      return this.load(target, "GET", null, headers, source)
    }
    // Fetch, "append a request Origin header": a page that sends no referrer sends its origin as "null".
    const origin = page.headers.get("referrer-policy") === "no-referrer" ? "null" : source.origin
    return this.load(target, "POST", sent, { origin, "sec-fetch-site": "same-origin", ...headers }, source)
  }

  private formWith(press: string | undefined): Form {
    const forms = this.page?.forms ?? []
    const form =
      press === undefined
        ? forms[0]
        : (forms.find(({ buttons }) => buttons.some(({ id, value }) => id === press || value === press)) ?? null)
    if (!form)
      throw new Error(
        `there is no form${press ? ` with ${press}` : ""} at ${this.page?.url}, ${this.page?.status}: ${this.page?.html.slice(0, 600)}`,
      )
    return form
  }

  private async load(
    first: URL,
    firstMethod: string,
    firstBody: URLSearchParams | null,
    headers: Record<string, string>,
    form: { origin: string; policy: string | null } | null,
  ): Promise<Page> {
    let [url, method, body] = [first, firstMethod, firstBody]
    const trail: Page["trail"] = []
    for (let hops = 0; hops < 12; hops++) {
      const response = await fetch(url, {
        method,
        redirect: "manual",
        headers: {
          accept: "text/html,application/xhtml+xml",
          "x-forwarded-for": this.address,
          cookie: this.cookieHeader(url),
          ...this.headers,
          ...(body ? { "content-type": "application/x-www-form-urlencoded" } : {}),
          ...headers,
        },
        ...(body ? { body: body.toString() } : {}),
      })
      // What a form has sent must not be sent again by going back or reloading.
      if (method === "POST" && response.status < 400 && response.status !== 303)
        throw new Error(`${url.pathname} answers a form with ${response.status}, not 303`)
      this.keep(response.headers.getSetCookie())
      trail.push({ method, url: url.href, status: response.status, headers: response.headers })
      const location = response.headers.get("location")
      const html = await response.text()
      if (!REDIRECTS.has(response.status) || location === null) {
        return this.show({
          url: url.href,
          status: response.status,
          headers: response.headers,
          html,
          forms: formsIn(html),
          left: null,
          trail,
        })
      }
      const next = new URL(location, url)
      if (form) assertFormAction(form, next)
      if (next.origin !== this.origin)
        return this.show({
          url: url.href,
          status: response.status,
          headers: response.headers,
          html,
          forms: [],
          left: next,
          trail,
        })
      if (response.status === 303 || (method === "POST" && response.status < 303)) [method, body] = ["GET", null]
      url = next
    }
    throw new Error(`too many redirects:\n${trail.map(({ status, url: at }) => `${status} ${at}`).join("\n")}`)
  }

  private show(page: Page): Page {
    this.page = page
    return page
  }

  private cookieHeader({ pathname }: URL): string {
    return [...this.cookies]
      .filter(
        ([, { path }]) =>
          path === "/" || pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`),
      )
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ")
  }

  // Browsers take Secure cookies from http://localhost; they refuse a prefixed cookie that breaks its promise (RFC 6265bis).
  private keep(lines: string[]): void {
    for (const line of lines) {
      const [pair = "", ...rest] = line.split(/; */)
      const at = pair.indexOf("=")
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
      const attributes = new Map(
        rest.map((each) => [(each.split("=")[0] ?? "").toLowerCase(), each.split("=").slice(1).join("=")] as const),
      )
      const path = attributes.get("path") ?? "/"
      if (name.startsWith("__Secure-") && !attributes.has("secure"))
        throw new Error(`browsers refuse this cookie: ${line}`)
      if (name.startsWith("__Host-") && (!attributes.has("secure") || path !== "/" || attributes.has("domain")))
        throw new Error(`browsers refuse this cookie: ${line}`)
      const expires = attributes.get("expires")
      const gone = attributes.get("max-age") === "0" || (expires !== undefined && Date.parse(expires) <= Date.now())
      if (gone) this.cookies.delete(name)
      else this.cookies.set(name, { value, path })
    }
  }
}

const assertFormAction = ({ origin, policy }: { origin: string; policy: string | null }, target: URL): void => {
  const directive = policy
    ?.split(/[;,]/)
    .map((each) => each.trim().split(/\s+/))
    .find(([name]) => name === "form-action")
  if (!directive) return
  const allowed = directive
    .slice(1)
    .some((source) =>
      source === "'self'"
        ? target.origin === origin
        : source === target.protocol ||
          (URL.canParse(source) && new URL(source).origin === target.origin && target.origin !== "null"),
    )
  if (!allowed)
    throw new Error(`Refused to send form data to '${target.href}' because it violates: ${directive.join(" ")}`)
}
