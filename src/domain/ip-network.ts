const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)"
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)
const IPV6 = /^[\da-f:.]+$/i

/** Whether a text is an IP address or CIDR block that an API key's allow-list accepts. */
export function isNetwork(text: string): boolean {
  const [ip = "", length, ...rest] = text.split("/")
  if (rest.length > 0) return false
  const bits = IPV4.test(ip) ? 32 : isIpv6(ip) ? 128 : 0
  return bits > 0 && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
}

/** Browsers' and Node's URL parsers both know IPv6, better than a regular expression of ours. */
function isIpv6(ip: string): boolean {
  return ip.includes(":") && IPV6.test(ip) && URL.canParse(`http://[${ip}]`)
}
