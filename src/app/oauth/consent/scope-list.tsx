import { scopeMessageKey } from "@/app/(portal)/apps/scope-description"
import { isSensitiveScope, SCOPE_SUBJECTS, scopeSubject } from "@/domain/scope"
import type { Translator } from "@/i18n/translator"
import type { RequestedScope } from "@/oauth/consent"
import { TickIcon } from "@/ui/icons"

/** A required scope, or an optional one with its checkbox. */
type ListedScope = RequestedScope & { ticked?: boolean }

interface ScopeListProps {
  t: Translator
  title: string
  scopes: readonly ListedScope[]
  /** Whether the app knows the person as the persona of their sandbox. */
  persona: boolean
  /** Whether the list takes two columns where there is room, grouped by what its scopes are about. */
  columns: boolean
}

/** Requested scopes, one a line. */
export function ScopeList({ t, title, scopes, persona, columns }: ScopeListProps) {
  if (scopes.length === 0) return null
  const lines = (listed: readonly ListedScope[]) => (
    <ul>
      {listed.map((each) => (
        <ScopeLine key={each.scope} t={t} persona={persona} {...each} />
      ))}
    </ul>
  )
  const groups = SCOPE_SUBJECTS.map((subject) => ({
    subject,
    listed: scopes.filter(({ scope }) => scopeSubject(scope) === subject),
  })).filter(({ listed }) => listed.length > 0)
  return (
    <section>
      <h2 className="mb-1 text-base font-semibold">{title}</h2>
      <div className={columns ? "gap-x-8 md:columns-2" : ""}>
        {columns && groups.length > 1
          ? groups.map(({ subject, listed }) => (
              <section key={subject} className="pb-2">
                <h3 className="break-after-avoid text-xs font-semibold text-muted">{t(`Oauth.subject_${subject}`)}</h3>
                {lines(listed)}
              </section>
            ))
          : lines(scopes)}
      </div>
    </section>
  )
}

function ScopeLine({ t, persona, scope, reason, ticked }: ListedScope & { t: Translator; persona: boolean }) {
  const description = t(`Oauth.${scopeMessageKey(scope, persona)}`)
  const text = (
    <span className="min-w-0">
      {isSensitiveScope(scope) ? <strong className="font-semibold">{description}</strong> : description}
      {reason !== null && <span className="block text-xs text-muted">{reason}</span>}
    </span>
  )
  const classes = "flex items-start gap-2.5 py-0.5 text-sm break-inside-avoid"
  return ticked === undefined ? (
    <li className={classes}>
      <TickIcon className="mt-0.5 size-4 shrink-0 text-accent" />
      {text}
    </li>
  ) : (
    <li className="break-inside-avoid">
      <label className={`${classes} cursor-pointer`}>
        <input type="checkbox" name="scope" value={scope} defaultChecked={ticked} className="mt-0.5 size-4 shrink-0" />
        {text}
      </label>
    </li>
  )
}
