import fc from "fast-check"
import { expect, test } from "vitest"
import { clientIp, isAllowedFrom, rateLimitSubject, networkSubject } from "@/http/client-ip"
import { isNetwork } from "@/domain/ip-network"

test("a client's address is the socket's, or the forwarded one behind trusted proxies", () => {
  expect(clientIp("192.0.2.1", "203.0.113.9", 0)).toBe("192.0.2.1")
  expect(clientIp("::ffff:192.0.2.1", null, 0)).toBe("192.0.2.1")
  expect(clientIp("10.0.0.1", "198.51.100.7, 203.0.113.9", 1)).toBe("203.0.113.9")
  expect(clientIp("10.0.0.1", "198.51.100.7, 203.0.113.9, 10.0.0.2", 2)).toBe("203.0.113.9")
  expect(clientIp("10.0.0.1", "nonsense", 1)).toBe("10.0.0.1")
})

test("the IPv6 networks of one site share a limit", () => {
  expect(networkSubject("2001:db8:1:2::1")).toBe(networkSubject("2001:db8:1:ffff::9"))
  expect(networkSubject("2001:db8:1::1")).not.toBe(networkSubject("2001:db8:2::1"))
  expect(networkSubject("192.0.2.1")).toBe("192.0.2.1")
})

test("the IPv6 hosts of one /64 share a rate limit", () => {
  expect(rateLimitSubject("2001:db8:1:2:3:4:5:6")).toBe(rateLimitSubject("2001:db8:1:2::1"))
  expect(rateLimitSubject("2001:db8:1:2::1")).not.toBe(rateLimitSubject("2001:db8:1:3::1"))
  expect(rateLimitSubject("2001:db8::1")).toBe("2001:db8:0:0::/64")
  expect(rateLimitSubject("192.0.2.1")).toBe("192.0.2.1")
  fc.assert(
    fc.property(fc.ipV6(), (ip) => {
      expect(rateLimitSubject(ip)).toMatch(/^([0-9a-f]{1,4}:){4}:\/64$/)
    }),
  )
})

test.each([
  ["192.0.2.0/24", true],
  ["192.0.2.1", true],
  ["2001:db8::/32", true],
  ["::1", true],
  ["192.0.2.0/33", false],
  ["192.0.2.0/", false],
  ["192.0.2", false],
  ["2001:db8::/129", false],
  ["fe80::1%eth0", false],
  ["192.0.2.0/24/8", false],
  ["", false],
])("%j is a network: %j", (text, expected) => {
  expect(isNetwork(text)).toBe(expected)
})

test("an allow-list admits only the addresses in it, and an empty one admits all", () => {
  expect(isAllowedFrom([], "192.0.2.1")).toBe(true)
  expect(isAllowedFrom(["192.0.2.0/24"], "192.0.2.200")).toBe(true)
  expect(isAllowedFrom(["192.0.2.0/24"], "192.0.3.1")).toBe(false)
  expect(isAllowedFrom(["192.0.2.0/24"], "2001:db8::1")).toBe(false)
  expect(isAllowedFrom(["2001:db8::/32"], "2001:db8:ffff::1")).toBe(true)
  expect(isAllowedFrom(["192.0.2.0/24"], null)).toBe(false)
})
