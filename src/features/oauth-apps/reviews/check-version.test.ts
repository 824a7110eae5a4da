import { describe, expect, it } from "vitest"
import { checkVersion } from "@/features/oauth-apps/reviews/check-version"
import { looksLike } from "@/features/oauth-apps/reviews/fold-name"
import type { AppVersion } from "@/features/oauth-apps/app-version"

const VERSION: AppVersion = {
  id: "019a2f4e-7c00-7d15-8a31-5f0e6c1b2a90",
  number: 1,
  status: "in_review",
  name: "Parcel Desk",
  logo: null,
  description: "Prints courier labels for the orders of a store.",
  homepage_url: "https://www.desk.example",
  privacy_url: "https://desk.example/privacy",
  terms_url: null,
  redirect_uris: ["https://desk.example/callback", "https://login.desk.example/callback"],
  post_logout_redirect_uris: [],
  required_scopes: ["openid", "seller.orders.write"],
  optional_scopes: [],
  scope_reasons: { openid: "To know which desk is yours.", "seller.orders.write": "To mark parcels as shipped." },
  pkce_required: true,
  loopback_any_port: false,
  submitted_at: null,
  decided_at: null,
}

const NAMES = { platform: ["Haat", "हाट", "Haat Shop"], apps: ["Kharcha", "Bahi Khata"] }
function codes(changes: Partial<AppVersion>, type: "public" | "confidential" = "confidential"): string[] {
  return checkVersion(type, { ...VERSION, ...changes }, NAMES).map(({ code }) => code)
}

describe("the automatic checks", () => {
  it("find nothing in a correct app", () => expect(codes({})).toEqual([]))

  it.each<[Partial<AppVersion>, string[]]>([
    [{ redirect_uris: ["https://desk.example.evil.example/"] }, ["redirect_elsewhere"]],
    [{ redirect_uris: ["https://notdesk.example/"] }, ["redirect_elsewhere"]],
    [{ redirect_uris: ["http://127.0.0.1/"] }, ["redirect_loopback"]],
    [{ redirect_uris: ["example.desk:/callback"] }, ["redirect_private_scheme"]],
    [{ redirect_uris: ["http://desk.example/"] }, ["redirect_refused"]],
    [{ loopback_any_port: true }, ["any_port"]],
    [{ description: "A game of snakes." }, ["not_described"]],
    [
      {
        description: "A game of snakes.",
        required_scopes: ["openid", "seller.orders.manage", "seller.refunds.write"],
        scope_reasons: {
          openid: "To know which desk is yours.",
          "seller.orders.manage": "To confirm what is in stock.",
          "seller.refunds.write": "To refund what comes back.",
        },
      },
      ["not_described", "not_described"],
    ],
    [{ scope_reasons: { openid: "Sign-in.", "seller.orders.write": "To mark parcels as shipped." } }, ["reason_short"]],
    [
      { scope_reasons: { openid: "Because we need it.", "seller.orders.write": "Because we need it." } },
      ["reason_repeated"],
    ],
    [
      {
        required_scopes: ["seller.orders.write"],
        optional_scopes: ["profile"],
        scope_reasons: { ...VERSION.scope_reasons, profile: "To greet you by your name." },
      },
      ["openid_missing"],
    ],
    [{ name: "Haat Parcel" }, ["name_platform"]],
    [{ name: "H4at" }, ["name_platform"]],
    [{ name: "हाट पार्सल" }, ["name_platform"]],
    [{ name: "КНARCHA" }, ["name_taken", "name_mixed"]],
    [{ name: "Bahi-Khata!" }, ["name_taken"]],
    [{ name: "Bahi Khata Pro" }, ["name_close"]],
  ])("find %j", (changes, expected) => expect(codes(changes)).toEqual(expected))

  it("allow loopback redirects on any port for a public app", () => {
    expect(codes({ redirect_uris: ["http://127.0.0.1/"], loopback_any_port: true }, "public")).toEqual([])
  })
})

describe("names that look alike", () => {
  it.each([
    ["Paytm", "PayTrn", "same"],
    ["Google", "G00gIe", "same"],
    ["Ledger", "Lédger", "same"],
    ["Desk", "Parcel Desk", null],
    ["Parcel Desk", "Desk", "contains"],
    ["हाट", "हट", null],
    ["!!", "Desk", null],
  ])("%s and %s: %s", (name, other, expected) => expect(looksLike(name, other)).toBe(expected))
})
