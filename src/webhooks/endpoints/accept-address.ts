import { invalid } from "@/domain/problem"
import { AddressRefused, isAddressRefused } from "@/platform/safe-fetch/address-refused"
import { checkAddress } from "@/platform/safe-fetch/safe-fetch"

const CONTROL_CHARACTER = /\p{Cc}/u

/**
 * Validates a URL for deliveries; it is checked again before each of them.
 * @throws Problem validation_failed with the reason
 */
export const acceptAddress = async (url: string): Promise<string> => {
  try {
    // A URL parser drops some control characters, so the requested URL would differ from the written one.
    if (CONTROL_CHARACTER.test(url)) throw new AddressRefused("invalid_url")
    await checkAddress(url)
  } catch (error) {
    if (isAddressRefused(error)) throw invalid("url", error.code, error.message)
    throw error
  }
  return url
}
