/** The value of a header, by its lower-case name. */
export type HeaderReader = (name: string) => string | null

/** What answering needs of a request, so that a server need not build more. */
export interface HttpRequest {
  method: string
  /** Absolute; its host is not to be relied on. */
  url: string
  header: HeaderReader
  /** The client's address. */
  address: string | null
  /** Whether to apply a content coding; false where the server in front does it. */
  compress: boolean
  /**
   * The body's bytes; null when they are more than the limit, which is found out without reading them all.
   * @throws when the client goes away in the middle.
   */
  body: (limit: number) => Promise<Buffer | null>
}

export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  /** Set-Cookie headers, where there are several. */
  cookies?: readonly string[]
  body: Buffer | string | null
}
