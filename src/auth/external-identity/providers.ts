import type { Provider } from "next-auth/providers/index"
import type { OAuthConfig } from "next-auth/providers/oauth"
import { readGithubUser } from "@/auth/external-identity/github-user"
import type { IdentityProvider, IdentityProviderId } from "@/domain/identity-provider"
import { env } from "@/platform/env"
import type { IdentityProviderSettings } from "@/platform/identity-providers"

// The default of 3.5 s is too short for a provider on the other side of the world.
const HTTP_OPTIONS = { timeout: 10_000 }

/** The claims of a person that are read (OpenID Connect Core 1.0, section 5.1). */
export interface ExternalClaims {
  sub: string
  name?: string
  email?: string
  email_verified?: boolean
}

/** The identity providers that the operator has set up, as the sign-in page shows them. */
export function offeredProviders(): IdentityProvider[] {
  return env.identityProviders.map(({ id, name }) => ({ id, name }))
}

/** The name of a provider, also of one that the operator does not offer any more. */
export function providerName(id: IdentityProviderId): string {
  return env.identityProviders.find((provider) => provider.id === id)?.name ?? NAMES[id]
}

const NAMES = { google: "Google", github: "GitHub", oidc: "OpenID Connect" } as const

/** The identity providers that the operator has set up, as next-auth needs them. */
export function nextAuthProviders(): Provider[] {
  return env.identityProviders.map(toNextAuthProvider)
}

function toNextAuthProvider(settings: IdentityProviderSettings): Provider {
  return settings.id === "github" ? githubProvider(settings) : openidProvider(settings)
}

function credentials({ clientId, clientSecret }: IdentityProviderSettings) {
  return { clientId, clientSecret }
}

function toUser({ sub, name, email }: ExternalClaims) {
  return { id: sub, name: name ?? null, email: email ?? null }
}

/** next-auth's own takes any address of the person, verified or not. */
function githubProvider(settings: IdentityProviderSettings): OAuthConfig<ExternalClaims> {
  return {
    ...credentials(settings),
    id: settings.id,
    name: settings.name,
    type: "oauth",
    issuer: settings.issuer,
    authorization: { url: `${settings.issuer}/authorize`, params: { scope: "read:user user:email" } },
    token: `${settings.issuer}/access_token`,
    userinfo: { request: ({ tokens }) => readGithubUser(String(tokens.access_token)) },
    checks: ["pkce", "state"],
    httpOptions: HTTP_OPTIONS,
    profile: toUser,
  }
}

function openidProvider(settings: IdentityProviderSettings): OAuthConfig<ExternalClaims> {
  return {
    ...credentials(settings),
    id: settings.id,
    name: settings.name,
    type: "oauth",
    wellKnown: `${settings.issuer}/.well-known/openid-configuration`,
    client: { id_token_signed_response_alg: settings.signingAlgorithm },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: "openid email profile" } },
    // A provider may put name and address into the ID token, or only into the UserInfo response.
    userinfo: {
      request: async ({ client, tokens }) => {
        // next-auth passes a token set, and types less. With it the subjects must be equal (section 5.3.2).
        const tokenSet = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>
        return { ...tokenSet.claims(), ...(await client.userinfo(tokenSet)) }
      },
    },
    httpOptions: HTTP_OPTIONS,
    profile: toUser,
  }
}
