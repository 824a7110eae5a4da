import { useTranslations } from "next-intl"
import type { OauthScope } from "@/domain/scope"
import { type Underscored, underscored } from "@/i18n/underscored"

/** The scopes by which an app gets to know a person. */
const IDENTITY_SCOPES = ["openid", "profile", "email", "profile.read"] as const satisfies readonly OauthScope[]
type IdentityScope = (typeof IDENTITY_SCOPES)[number]

type ScopeMessageKey = `scope_${Underscored<OauthScope>}` | `scope_${Underscored<IdentityScope>}_persona`

/**
 * The message name (namespace Oauth) of a scope's description.
 * @param persona whether the app knows the person as the persona of their sandbox
 */
export function scopeMessageKey(scope: OauthScope, persona = false): ScopeMessageKey {
  const identityScope = persona ? IDENTITY_SCOPES.find((each) => each === scope) : undefined
  return identityScope === undefined ? `scope_${underscored(scope)}` : `scope_${underscored(identityScope)}_persona`
}

/** Describes a scope as the consent page does. */
export function useScopeDescription(): (scope: OauthScope, persona?: boolean) => string {
  const t = useTranslations("Oauth")
  return (scope, persona) => t(scopeMessageKey(scope, persona))
}
