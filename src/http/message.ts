import type { Writable } from "node:stream"

/** Returns the value of a header by its lower-case name; null if absent. */
export type HeaderReader = (name: string) => string | null

/** The parts of a request that handlers need, so that a server need not build more. */
export interface HttpRequest {
  method: string
  /** Absolute URL; its host is untrusted. */
  url: string
  header: HeaderReader
  /** The client's IP address. */
  ip: string | null
  /** Whether to apply a content coding; false if the server in front does. */
  compress: boolean
  /**
   * Reads the body; null if it exceeds the limit, which is detected without reading all of it.
   * @throws if the client disconnects before the end
   */
  body: (limit: number) => Promise<Buffer | null>
}

/** A body that is written as long as the connection lasts. */
export interface BodyStream {
  /** Writes to the connection until either side ends it. */
  start: (sink: Writable) => void
  /** Called instead of start if nothing is to be written. */
  cancel: () => Promise<void>
}

export interface HttpResponse {
  status: number
  headers: Record<string, string>
  /** Set-Cookie headers, each a header of its own. */
  cookies?: readonly string[]
  body: Buffer | string | null
  /** Written after the headers, in place of a body. */
  stream?: BodyStream
}
