import type { AppType } from "@/domain/oauth-app"
import { redirectUriProblem } from "@/domain/redirect-uri"
import type { Scope } from "@/domain/scope"
import { looksLike } from "@/features/oauth-apps/reviews/fold-name"
import type { CheckFinding } from "@/features/oauth-apps/reviews/schema"
import type { AppVersion } from "@/features/oauth-apps/app-version"

/** The names that an app must not imitate. */
export interface ReservedNames {
  /** The platform's name, and those of its own apps. */
  platform: readonly string[]
  /** Names of other accounts' apps. */
  apps: readonly string[]
}

const MIN_REASON_LENGTH = 15

// Words of which a description should contain at least one if the app requests the scope. They are English; a reviewer
// reads other languages.
const SCOPE_KEYWORDS: Partial<Record<Scope, RegExp>> = {
  "orders.read": /\border|purchas|bought|buy|parcel|deliver|expens|spend|receipt|invoice|ऑर्डर|खरीद/i,
  "seller.orders.read": /\bsell|\bstore|\bshop|\border|ship|warehous|pack|दुकान|दोकान|स्टोर|ऑर्डर/i,
  "seller.orders.write": /ship|dispatch|courier|parcel|label|fulfil|भेज|पठा|रवाना|कूरियर|पार्सल/i,
  "seller.orders.manage": /\border|\bstore|\bshop|warehous|pack|cancel|confirm|दुकान|दोकान|स्टोर|ऑर्डर/i,
  "seller.refunds.write": /refund|return|money back|customer service|support|राशि|लौटा|घुरा|रिफ़ंड|रिफंड/i,
  "seller.catalog.read": /stock|inventor|price|catalog|product|स्टॉक|दाम|क़ीमत|कीमत|उत्पाद/i,
  "seller.catalog.write": /stock|inventor|price|catalog|product|स्टॉक|दाम|क़ीमत|कीमत|उत्पाद/i,
  email: /mail|newsletter|account|sign|contact|ई-मेल/i,
}

const BROAD_SCOPES: readonly Scope[] = [
  "seller.orders.read",
  "seller.orders.write",
  "seller.orders.manage",
  "seller.refunds.write",
  "seller.catalog.read",
  "seller.catalog.write",
  "orders.read",
]

/** Findings that a reviewer should look at. They decide nothing by themselves. */
export function checkVersion(type: AppType, version: AppVersion, names: ReservedNames): CheckFinding[] {
  return [...checkRedirects(type, version), ...checkScopes(version), ...checkName(version.name, names)]
}

function checkRedirects(
  type: AppType,
  { redirect_uris, post_logout_redirect_uris, homepage_url, loopback_any_port }: AppVersion,
): CheckFinding[] {
  const all = [...redirect_uris, ...post_logout_redirect_uris]
  const refused = all.filter((uri) => redirectUriProblem(uri) !== null)
  const parsed = all.filter((uri) => !refused.includes(uri)).map((uri) => ({ uri, url: new URL(uri) }))
  const home = homepage_url === null ? null : new URL(homepage_url).hostname
  const finding = (
    code: CheckFinding["code"],
    level: CheckFinding["level"],
    uris: readonly { uri: string }[],
  ): CheckFinding[] => uris.map(({ uri }) => ({ check: "redirect_uris", code, level, subject: uri }))
  return [
    ...finding(
      "redirect_refused",
      "problem",
      refused.map((uri) => ({ uri })),
    ),
    ...finding(
      "redirect_elsewhere",
      "warning",
      parsed.filter(({ url }) => url.protocol === "https:" && home !== null && !sameSite(url.hostname, home)),
    ),
    ...(type === "confidential"
      ? finding(
          "redirect_loopback",
          "warning",
          parsed.filter(({ url }) => url.protocol === "http:"),
        )
      : []),
    ...finding(
      "redirect_private_scheme",
      "warning",
      parsed.filter(({ url }) => !/^https?:$/.test(url.protocol)),
    ),
    ...(loopback_any_port && type === "confidential"
      ? [{ check: "redirect_uris", code: "any_port", level: "warning", subject: "" } as const]
      : []),
  ]
}

/** Whether a host is the home page's host or a subdomain of it, ignoring "www.". */
function sameSite(host: string, home: string): boolean {
  const bare = home.replace(/^www\./, "")
  return host === bare || host.endsWith(`.${bare}`)
}

function checkScopes(version: AppVersion): CheckFinding[] {
  const scopes = [...version.required_scopes, ...version.optional_scopes]
  const reasons = scopes.map((scope) => ({ scope, reason: version.scope_reasons[scope] ?? "" }))
  const finding = (code: CheckFinding["code"], found: readonly { scope: string }[]): CheckFinding[] =>
    found.map(({ scope }) => ({ check: "scopes", code, level: "warning", subject: scope }))
  return [
    ...finding(
      "reason_short",
      reasons.filter(({ reason }) => [...reason].length < MIN_REASON_LENGTH),
    ),
    ...finding(
      "reason_repeated",
      reasons.filter(
        ({ reason }, place) => reason !== "" && reasons.findIndex((other) => other.reason === reason) < place,
      ),
    ),
    ...finding(
      "not_described",
      reasons.filter(({ scope }) => SCOPE_KEYWORDS[scope]?.test(version.description) === false),
    ),
    ...finding(
      "broad_required",
      reasons.filter(
        ({ scope }) =>
          BROAD_SCOPES.includes(scope) && version.required_scopes.includes(scope) && version.required_scopes.length > 3,
      ),
    ),
    ...(scopes.some((scope) => scope === "profile" || scope === "email") && !scopes.includes("openid")
      ? finding("openid_missing", [{ scope: "openid" }])
      : []),
  ]
}

function checkName(name: string, { platform, apps }: ReservedNames): CheckFinding[] {
  const similarNames = (known: readonly string[], requested: "same" | "contains"): string[] => [
    ...new Set(known.filter((other) => looksLike(name, other) === requested)),
  ]
  const finding = (
    code: CheckFinding["code"],
    level: CheckFinding["level"],
    subjects: readonly string[],
  ): CheckFinding[] => subjects.map((subject) => ({ check: "name", code, level, subject }))
  return [
    ...finding("name_platform", "problem", [...similarNames(platform, "same"), ...similarNames(platform, "contains")]),
    ...finding("name_taken", "problem", similarNames(apps, "same")),
    ...finding("name_close", "warning", similarNames(apps, "contains")),
    ...(mixesScripts(name) ? finding("name_mixed", "warning", [name]) : []),
  ]
}

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** Whether one word mixes alphabets whose letters look alike. */
function mixesScripts(name: string): boolean {
  return name.split(/\s+/).some((word) => SCRIPTS.filter((script) => script.test(word)).length > 1)
}
