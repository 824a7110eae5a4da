declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http"
  import type { BrotliOptions } from "node:zlib"

  /** Compresses what is written to the response later, if its type and the request's Accept-Encoding allow it. */
  export default function compression(options: {
    brotli: BrotliOptions
  }): (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}
