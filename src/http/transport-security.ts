import { env } from "@/platform/env"

/** RFC 6797: over https, browsers must use https only for a year. */
export const TRANSPORT_SECURITY: Record<string, string> = env.appUrl.startsWith("https:")
  ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
  : {}
