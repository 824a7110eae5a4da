import { redirectUriMatches } from "@/domain/redirect-uri"

/** The parts in which redirect URIs differ. The last slash of a path is a part of its own. */
const PARTS = ["scheme", "host", "port", "path", "trailing_slash", "query", "fragment"] as const
export type RedirectUriPart = (typeof PARTS)[number]

// A URI on another host or path is further away than one with all other differences.
const DISTANCES: Record<RedirectUriPart, number> = {
  host: 16,
  path: 8,
  query: 2,
  scheme: 1,
  port: 1,
  trailing_slash: 1,
  fragment: 1,
}

const SPLIT =
  /^(?<scheme>[^:/?#]+):(?:\/\/(?<host>(?:[^/?#@]*@)?(?:\[[^\]/?#]*\]|[^:/?#]*))(?::(?<port>[^/?#]*))?)?(?<path>[^?#]*)(?<query>\?[^#]*)?(?<fragment>#.*)?$/

function differencesOf(registered: string, sent: string, loopbackAnyPort: boolean): RedirectUriPart[] | null {
  const [expected, actual] = [SPLIT.exec(registered)?.groups, SPLIT.exec(sent)?.groups]
  if (!expected || !actual) return null
  const originWith = (port: string | undefined): string =>
    `${expected.scheme}://${expected.host}${port === undefined ? "" : `:${port}`}`
  const withoutSlash = (path = ""): string => path.replace(/\/$/, "")
  const samePath = expected.path === actual.path
  const slashOnly = !samePath && withoutSlash(expected.path) === withoutSlash(actual.path)
  const differs: Record<RedirectUriPart, boolean> = {
    scheme: expected.scheme !== actual.scheme,
    host: expected.host !== actual.host,
    port: !redirectUriMatches(originWith(expected.port), originWith(actual.port), loopbackAnyPort),
    path: !samePath && !slashOnly,
    trailing_slash: slashOnly,
    query: expected.query !== actual.query,
    fragment: expected.fragment !== actual.fragment,
  }
  return PARTS.filter((part) => differs[part])
}

function commonPrefix(first: string, second: string): number {
  let length = 0
  while (length < first.length && first[length] === second[length]) length++
  return length
}

/**
 * The registered redirect URI that is closest to one that matches none, and the parts in which they differ; null if
 * what was sent is no URI.
 */
export function closestRedirectUri(
  registered: readonly string[],
  sent: string,
  loopbackAnyPort: boolean,
): { uri: string; differences: RedirectUriPart[] } | null {
  const candidates = registered.flatMap((uri) => {
    const differences = differencesOf(uri, sent, loopbackAnyPort)
    if (!differences) return []
    const distance = differences.reduce((sum, part) => sum + DISTANCES[part], 0)
    return [{ uri, differences, distance, prefix: commonPrefix(uri, sent) }]
  })
  const [closest] = candidates.toSorted((a, b) => a.distance - b.distance || b.prefix - a.prefix)
  return closest ? { uri: closest.uri, differences: closest.differences } : null
}
