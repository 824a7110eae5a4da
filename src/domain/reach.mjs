// Plain JavaScript: `npm start` needs it before its packages are installed.

/**
 * Whether a host, as HOST or a URL names it, is this machine's loopback (RFC 6761, section 6.3; RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3).
 * @param {string} host
 */
export function isLoopbackHost(host) {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name)
}

/**
 * Where to listen when HOST is not set: this machine alone, unless a public APP_URL says that others are to come in.
 * @param {{ appUrl: string, demo: boolean }} settings
 * @returns {string | null} null: every interface
 */
export function defaultHost({ appUrl, demo }) {
  return demo || isLoopbackHost(new URL(appUrl).hostname) ? "localhost" : null
}

/**
 * Whether others than the people at this machine may come in.
 * @param {{ appUrl: string, host: string | null }} settings
 */
export function isPublic({ appUrl, host }) {
  return host === null || !isLoopbackHost(host) || !isLoopbackHost(new URL(appUrl).hostname)
}

/**
 * Why mail would be lost, or be open to others, on this installation; null where it has a place to go.
 * @param {{ appUrl: string, host: string | null, demo: boolean, smtpUrl?: string | undefined }} settings
 */
export function mailRefusal({ appUrl, host, demo, smtpUrl }) {
  if (smtpUrl || demo || !isPublic({ appUrl, host })) return null
  const why = isLoopbackHost(new URL(appUrl).hostname) ? `HOST is "${host}"` : `APP_URL is ${appUrl}`
  return (
    `${why}, which others can reach, and there is no mail server: set SMTP_URL, such as smtp://user:password@mail.example:587, ` +
    "or DEMO=1 for a demo whose mail stays on this machine"
  )
}
