import { z } from "zod"
import type { IdentityProvider } from "@/domain/identity-provider"

const text = z
  .string()
  .max(1_000)
  .optional()
  .transform((value) => value || undefined)

/** The environment variables of outside identity providers. A provider is offered if all of its variables are set. */
export const IDENTITY_PROVIDER_VARIABLES = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  /** The issuer of any other OpenID Connect provider, such as "https://login.example.com". */
  OIDC_ISSUER: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).optional(),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  /** The provider's name on the sign-in page. */
  OIDC_NAME: z.string().max(40).default("OpenID Connect"),
  /** The algorithm of its ID tokens. */
  OIDC_SIGNING_ALGORITHM: z.enum(["RS256", "PS256", "ES256", "EdDSA"]).default("RS256"),
}

type Variables = z.output<z.ZodObject<typeof IDENTITY_PROVIDER_VARIABLES>>

const REQUIRED = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
] as const satisfies readonly (readonly (keyof Variables)[])[]

/** Refuses a provider of which only some variables are set. */
export function requireCompleteProviders(vars: Variables, context: z.RefinementCtx): void {
  for (const names of REQUIRED) {
    const missing = names.filter((name) => !vars[name])
    if (missing.length === 0 || missing.length === names.length) continue
    for (const name of missing)
      context.addIssue({
        code: "custom",
        path: [name],
        message: `must be set, as ${names.join(" and ")} belong together`,
      })
  }
}

export interface IdentityProviderSettings extends IdentityProvider {
  clientId: string
  clientSecret: string
  issuer: string
  /** The algorithm of its ID tokens. */
  signingAlgorithm: string
}

/** The providers that the operator has set up. */
export function identityProviders(vars: Variables): IdentityProviderSettings[] {
  const providers = [
    {
      id: "google" as const,
      name: "Google",
      clientId: vars.GOOGLE_CLIENT_ID,
      clientSecret: vars.GOOGLE_CLIENT_SECRET,
      issuer: "https://accounts.google.com",
      signingAlgorithm: "RS256",
    },
    {
      id: "github" as const,
      name: "GitHub",
      clientId: vars.GITHUB_CLIENT_ID,
      clientSecret: vars.GITHUB_CLIENT_SECRET,
      issuer: "https://github.com/login/oauth",
      signingAlgorithm: "RS256",
    },
    {
      id: "oidc" as const,
      name: vars.OIDC_NAME,
      clientId: vars.OIDC_CLIENT_ID,
      clientSecret: vars.OIDC_CLIENT_SECRET,
      issuer: vars.OIDC_ISSUER?.replace(/\/+$/, ""),
      signingAlgorithm: vars.OIDC_SIGNING_ALGORITHM,
    },
  ]
  return providers.flatMap(({ clientId, clientSecret, issuer, ...provider }) =>
    clientId && clientSecret && issuer ? [{ ...provider, clientId, clientSecret, issuer }] : [],
  )
}
