import type { AppVersion } from "@/features/oauth-apps/app-version"

/** The fields that a version still needs before it can be submitted; a missing reason is named by its scope. */
export function missingFields(version: AppVersion): string[] {
  const scopes = [...version.required_scopes, ...version.optional_scopes]
  return [
    ...(version.description === "" ? ["description"] : []),
    ...(version.homepage_url === null ? ["homepage_url"] : []),
    ...(version.privacy_url === null ? ["privacy_url"] : []),
    ...(version.redirect_uris.length === 0 ? ["redirect_uris"] : []),
    ...(scopes.length === 0 ? ["scopes"] : []),
    ...scopes.filter((scope) => !version.scope_reasons[scope]).map((scope) => `scope_reasons.${scope}`),
  ]
}
