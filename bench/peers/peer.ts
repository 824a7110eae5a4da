import type { Request } from "autocannon"

export const KINDS = ["list", "product", "search"] as const
export type Kind = (typeof KINDS)[number]

/** One way to ask for the same thing as our own path of that kind. */
export interface Asked {
  kind: Kind
  /** As the table says it. */
  path: string
  requests: Request[]
  /** What an answer to the first request says: how many products there are in all, or the slug of the one. */
  says: (answer: unknown) => unknown
}

/** Another shop's server, set up as its own documentation has it in production. */
export interface Peer {
  /** Of its folder here, and in results.json. */
  name: string
  /** Of npm, whose version is told. */
  package: string
  /** Arguments of node in the peer's folder, one command after the other, that make the schema and load an export of ours. */
  load: (file: string) => string[][]
  serve: (port: number) => string[]
  env: Record<string, string>
  /** @param wanted.folder where it was installed */
  ask: (wanted: { pages: number[]; slugs: string[]; word: string; folder: string }) => Asked[]
}

/** Products on a page of every list. */
export const PAGE = 20
