import { useScopeDescription } from "@/app/(portal)/apps/scope-description"
import type { OauthScope } from "@/domain/scope"

/** The granted scopes, as the consent page described them. */
export function ScopeList({ scopes, persona }: { scopes: readonly OauthScope[]; persona: boolean }) {
  const scopeMessages = useScopeDescription()
  return (
    <ul className="list-disc space-y-0.5 pl-5 marker:text-muted">
      {scopes.map((scope) => (
        <li key={scope}>{scopeMessages(scope, persona)}</li>
      ))}
    </ul>
  )
}
