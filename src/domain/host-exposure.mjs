// Plain JavaScript, because `npm start` needs it before the packages are installed.

/**
 * Whether a host, in the form of HOST or of a URL, is the loopback interface (RFC 6761, section 6.3; RFC 1122, section
 * 3.2.1.3; RFC 4291, section 2.5.3).
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
 * Returns where to listen if HOST is not set: only on loopback, unless APP_URL is public.
 * @param {{ appUrl: string, demo: boolean }} settings
 * @returns {string | null} null: every interface
 */
export function defaultHost({ appUrl, demo }) {
  return demo || isLoopbackHost(new URL(appUrl).hostname) ? "localhost" : null
}

/**
 * Whether other machines can reach this installation.
 * @param {{ appUrl: string, host: string | null }} settings
 */
export function isPubliclyReachable({ appUrl, host }) {
  return host === null || !isLoopbackHost(host) || !isLoopbackHost(new URL(appUrl).hostname)
}

/**
 * Returns why this installation would lose or expose email; null if email is configured.
 * @param {{ appUrl: string, host: string | null, demo: boolean, smtpUrl?: string | undefined }} settings
 */
export function missingMailServerReason({ appUrl, host, demo, smtpUrl }) {
  if (smtpUrl || demo || !isPubliclyReachable({ appUrl, host })) return null
  const reason = isLoopbackHost(new URL(appUrl).hostname) ? `HOST is "${host}"` : `APP_URL is ${appUrl}`
  return (
    `${reason}, which others can reach, and there is no mail server: set SMTP_URL, such as smtp://user:password@mail.example:587, ` +
    "or DEMO=1 for a demo whose mail stays on this machine"
  )
}
