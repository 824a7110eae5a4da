import { useTranslations } from "next-intl"
import type { OauthScope } from "@/domain/scope"

type Underscored<Text extends string> = Text extends `${infer Head}.${infer Tail}`
  ? `${Head}_${Underscored<Tail>}`
  : Text

/** The scopes by which an app gets to know a person. */
const IDENTITY_SCOPES = ["openid", "profile", "email", "profile.read"] as const satisfies readonly OauthScope[]
type IdentityScope = (typeof IDENTITY_SCOPES)[number]

type ScopeMessageKey = `scope_${Underscored<OauthScope>}` | `scope_${Underscored<IdentityScope>}_persona`

/**
 * The message name (namespace Oauth) of a scope's description; message names cannot contain dots.
 * @param persona whether the app knows the person as the persona of their sandbox
 */
export function scopeMessageKey(scope: OauthScope, persona = false): ScopeMessageKey {
  const identityScope = persona ? IDENTITY_SCOPES.find((each) => each === scope) : undefined
  return identityScope === undefined
    ? `scope_${scope.replaceAll(".", "_") as Underscored<OauthScope>}`
    : `scope_${identityScope.replaceAll(".", "_") as Underscored<IdentityScope>}_persona`
}

/** Describes a scope as the consent page does. */
export function useScopeDescription(): (scope: OauthScope, persona?: boolean) => string {
  const t = useTranslations("Oauth")
  return (scope, persona) => t(scopeMessageKey(scope, persona))
}
