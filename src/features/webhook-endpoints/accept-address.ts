import { invalid } from "@/domain/problem"
import { AddressRefused, checkAddress } from "@/platform/safe-fetch"

/**
 * An address that requests may go to now; it is looked at again before each of them.
 * @throws Problem validation_failed, which says why not.
 */
export const acceptAddress = async (url: string): Promise<string> => {
  try {
    await checkAddress(url)
  } catch (error) {
    if (error instanceof AddressRefused) throw invalid("url", error.code, error.message)
    throw error
  }
  return url
}
