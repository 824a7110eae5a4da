/** What the pipeline needs of a request, so that a lane need not build more. */
export interface RestRequest {
  method: string
  /** Absolute or origin-form. */
  url: string
  header: (name: string) => string | null
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

export interface RestAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer | string | null
}
