import { invalid } from "@/domain/problem"
import { UrlRejected, isUrlRejected } from "@/platform/safe-fetch/url-rejected"
import { checkUrl } from "@/platform/safe-fetch/safe-fetch"

const CONTROL_CHARACTER = /\p{Cc}/u

/**
 * Validates a URL for deliveries; it is checked again before each of them.
 * @throws Problem validation_failed with the reason
 */
export async function validateEndpointUrl(url: string): Promise<string> {
  try {
    // A URL parser drops some control characters, so the requested URL would differ from the written one.
    if (CONTROL_CHARACTER.test(url)) throw new UrlRejected("invalid_url")
    await checkUrl(url)
  } catch (error) {
    if (isUrlRejected(error)) throw invalid("url", error.code, error.message)
    throw error
  }
  return url
}
