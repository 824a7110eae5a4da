import { API_VERSION } from "@/domain/api-version"
import { invalid } from "@/domain/problem"

/**
 * Returns the value that a key's row has for an API version: null for the first one.
 * @param versions the API versions that there are
 * @throws Problem validation_failed, if the version is none of them
 */
export function pinnedVersion(version: string, versions: readonly string[]): string | null {
  if (!versions.includes(version)) throw invalid("api_version", "invalid_value", `One of ${versions.join(", ")}.`)
  return version === API_VERSION ? null : version
}
