import { invalid } from "@/domain/problem"
import { AddressRefused, isAddressRefused } from "@/platform/safe-fetch/address-refused"
import { checkAddress } from "@/platform/safe-fetch/safe-fetch"

const CONTROL_CHARACTER = /\p{Cc}/u

/**
 * An address that requests may go to now; it is looked at again before each of them.
 * @throws Problem validation_failed, which says why not.
 */
export const acceptAddress = async (url: string): Promise<string> => {
  try {
    // A parser leaves some of them out: what is asked would not be what is written.
    if (CONTROL_CHARACTER.test(url)) throw new AddressRefused("invalid_url")
    await checkAddress(url)
  } catch (error) {
    if (isAddressRefused(error)) throw invalid("url", error.code, error.message)
    throw error
  }
  return url
}
