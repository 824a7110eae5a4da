import { useTranslations } from "next-intl"
import type { OauthScope } from "@/domain/scope"

type Dashed<Text extends string> = Text extends `${infer Head}.${infer Tail}` ? `${Head}_${Dashed<Tail>}` : Text

/** The message name (namespace Oauth) of a scope's description; message names cannot contain dots. */
export function scopeMessage(scope: OauthScope): `scope_${Dashed<OauthScope>}` {
  return `scope_${scope.replaceAll(".", "_") as Dashed<OauthScope>}`
}

/** Describes a scope as the consent page does. */
export const useScopeWords = (): ((scope: OauthScope) => string) => {
  const t = useTranslations("Oauth")
  return (scope) => t(scopeMessage(scope))
}
