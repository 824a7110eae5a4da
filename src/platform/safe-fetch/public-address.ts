import ipaddr from "ipaddr.js"

// RFC 4291, section 2.4: all publicly routed addresses are in this range.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3")
// ISATAP (RFC 5214, section 6.1) embeds an IPv4 address in the interface identifier, under any prefix.
const ISATAP = [0x0000, 0x0200]
const ISATAP_MARK = 0x5efe
/** Public by its number, but a cloud's metadata service. */
const METADATA = new Set(["168.63.129.16"])

/**
 * Whether an IP address is on the public internet: not private, local, shared, mapped, tunnelled, multicast, reserved
 * or that of a metadata service.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== "unicast") return false
  if (address instanceof ipaddr.IPv4) return !METADATA.has(address.toString())
  const [, , , , fifth = 0, sixth = 0] = address.parts
  return address.match(GLOBAL_UNICAST) && !(ISATAP.includes(fifth) && sixth === ISATAP_MARK)
}

export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.parse(text).range() === "loopback"
}
