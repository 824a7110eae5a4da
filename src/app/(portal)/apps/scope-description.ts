import { useTranslations } from "next-intl"
import type { OauthScope } from "@/domain/scope"

type Underscored<Text extends string> = Text extends `${infer Head}.${infer Tail}`
  ? `${Head}_${Underscored<Tail>}`
  : Text

/** The message name (namespace Oauth) of a scope's description; message names cannot contain dots. */
export function scopeMessageKey(scope: OauthScope): `scope_${Underscored<OauthScope>}` {
  return `scope_${scope.replaceAll(".", "_") as Underscored<OauthScope>}`
}

/** Describes a scope as the consent page does. */
export const useScopeDescription = (): ((scope: OauthScope) => string) => {
  const t = useTranslations("Oauth")
  return (scope) => t(scopeMessageKey(scope))
}
