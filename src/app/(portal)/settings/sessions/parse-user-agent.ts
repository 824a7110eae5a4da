// The order matters: most browsers also name their ancestors.
const BROWSERS = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|HeadlessChrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/\bcurl\//, "curl"],
] as const

const SYSTEMS = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
] as const

function firstMatch(names: readonly (readonly [RegExp, string])[], text: string): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** The browser and system of a User-Agent, in words for people. */
export function parseUserAgent(userAgent: string | null): { browser: string; system: string | null } | null {
  const browser = userAgent === null ? null : firstMatch(BROWSERS, userAgent)
  return browser === null ? null : { browser, system: firstMatch(SYSTEMS, userAgent ?? "") }
}
