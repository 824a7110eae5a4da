/** The nonce of the page's Content-Security-Policy, which the proxy adds to the request. */
export function nonceOf(headers: Pick<Headers, "get">): string | undefined {
  return /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1]
}
