import type { Request } from "autocannon"

export const KINDS = ["list", "product", "search"] as const
export type Kind = (typeof KINDS)[number]

/** One way to request the same as our own path of that kind. */
export interface PeerRequest {
  kind: Kind
  /** As shown in the table. */
  path: string
  requests: Request[]
  /** The content of the response to the first request: the total of products, or the slug of the one. */
  extract: (response: unknown) => unknown
}

/** Another shop's server, set up for production as in its documentation. */
export interface Peer {
  /** The name of its folder, also used in results.json. */
  name: string
  /** The npm package whose version is reported. */
  package: string
  /**
   * Arguments of node in the peer's folder, one command after the other, that create the schema and import our export.
   */
  load: (file: string) => string[][]
  serve: (port: number) => string[]
  env: Record<string, string>
  /** @param wanted.folder where it was installed */
  createRequests: (workload: { pages: number[]; slugs: string[]; word: string; folder: string }) => PeerRequest[]
}

/** Products per page of every list. */
export const PAGE_SIZE = 20
