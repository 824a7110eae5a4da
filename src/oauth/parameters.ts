import { OauthError, UnsafeRequest } from "@/oauth/oauth-error"
import type { HttpRequest } from "@/http/message"

/** The parameters of a request; an empty value counts as omitted (RFC 6749, section 3.1). */
export class Parameters {
  private readonly values = new Map<string, string>()
  private readonly pairs: [string, string][]
  readonly repeated = new Set<string>()

  constructor(pairs: Iterable<[string, string]>) {
    this.pairs = [...pairs]
    for (const [name, value] of this.pairs) {
      if (this.values.has(name)) this.repeated.add(name)
      else this.values.set(name, value)
    }
  }

  get(name: string): string | null {
    return this.values.get(name) || null
  }

  /** Returns all values of a name, for check boxes. */
  all(name: string): string[] {
    return this.pairs.filter(([otherName]) => otherName === name).map(([, value]) => value)
  }

  /** Whether it was sent, even if empty. */
  has(name: string): boolean {
    return this.values.has(name)
  }

  /** @throws OauthError invalid_request if a parameter was repeated (RFC 6749, section 3.1) */
  rejectRepeated(): void {
    const [name] = this.repeated
    if (name !== undefined)
      throw new OauthError(
        "invalid_request",
        `The parameter ${name.slice(0, 40).replace(/[^\w.-]/g, "?")} was sent more than once.`,
      )
  }
}

const FORM = /^application\/x-www-form-urlencoded\s*(;.*)?$/i
/** In bytes. */
const FORM_MAX = 64 * 1024

/** @throws OauthError invalid_request if the body is not a form or too long */
export async function readFormParameters(request: HttpRequest): Promise<Parameters> {
  if (!FORM.test(request.header("content-type") ?? ""))
    throw new OauthError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.")
  const body = await request.body(FORM_MAX)
  if (!body) throw new OauthError("invalid_request", "The form is too long.")
  return new Parameters(new URLSearchParams(body.toString()))
}

/** Reads the posted form of a page. @throws UnsafeRequest */
export async function readPageForm(request: HttpRequest): Promise<Parameters> {
  try {
    return await readFormParameters(request)
  } catch (error) {
    if (error instanceof OauthError) throw new UnsafeRequest("malformed")
    throw error
  }
}
