import { useTranslations } from "next-intl"
import type { OauthScope } from "@/domain/scope"

type Dashed<Text extends string> = Text extends `${infer Head}.${infer Tail}` ? `${Head}_${Dashed<Tail>}` : Text

/** The message of the namespace Oauth that says a scope in plain words; names of messages cannot hold dots. */
export function scopeMessage(scope: OauthScope): `scope_${Dashed<OauthScope>}` {
  return `scope_${scope.replaceAll(".", "_") as Dashed<OauthScope>}`
}

/** A scope in plain words, those that people read before they allow it. */
export const useScopeWords = (): ((scope: OauthScope) => string) => {
  const t = useTranslations("Oauth")
  return (scope) => t(scopeMessage(scope))
}
