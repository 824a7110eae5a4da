/** Identity providers whose accounts can sign in; "oidc" is any OpenID Connect provider that the operator names. */
export const IDENTITY_PROVIDERS = ["google", "github", "oidc"] as const

export type IdentityProviderId = (typeof IDENTITY_PROVIDERS)[number]

/** What people see of a provider. */
export interface IdentityProvider {
  id: IdentityProviderId
  name: string
}

/** The page that sends the browser to a provider. */
export function signInWithPath(provider: string): string {
  return `/sign-in/with/${provider}`
}
