import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { scopeMessageKey } from "@/app/(portal)/apps/scope-description"
import { DecisionButton, FormAlert, FormFields, type InteractionForm } from "@/app/oauth/form-parts"
import { isSensitiveScope } from "@/domain/scope"
import type { Translator } from "@/i18n/translator"
import type { ConsentRequest, RequestedScope } from "@/oauth/consent"
import { signInPath } from "@/oauth/interactions"
import { Badge } from "@/ui/badge"
import { Notice } from "@/ui/notice"

interface ConsentCardProps {
  t: Translator
  form: InteractionForm
  request: ConsentRequest
}

/** What the app would get, in plain words, with two equally prominent buttons. */
export function ConsentCard({
  t,
  form,
  request: { app, account, persona, required, optional, withoutStore, redirectOrigin, changed, nothingSelected },
}: ConsentCardProps) {
  const nothingToAllow = required.length + optional.length === 0
  return (
    <>
      <div className="mb-4 flex items-start gap-4">
        <AppLogo name={app.name} logo={app.logo} />
        <div className="grid min-w-0 gap-1">
          <h1 className="text-xl font-semibold wrap-anywhere">{consentTitle(t, app)}</h1>
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
            {t("Oauth.built_by", { owner: app.ownerName })}
            {!app.livemode && <Badge tone="marigold">{t("Oauth.test_client")}</Badge>}
          </p>
        </div>
      </div>
      {changed && <FormAlert tone="warning">{t("Oauth.changed_meanwhile")}</FormAlert>}
      {nothingSelected && <FormAlert tone="danger">{t("Oauth.nothing_selected")}</FormAlert>}
      {!app.approved && <FormAlert tone="warning">{t("Oauth.unreviewed")}</FormAlert>}
      {!app.livemode && <SandboxNotice t={t} persona={persona} />}
      <p className="mb-5 flex items-center justify-between gap-x-4 rounded-lg bg-sunken px-4 py-2.5 text-sm">
        <span className="min-w-0 wrap-anywhere">
          {t("Oauth.signed_in_as", { name: account.name, email: account.email })}
        </span>
        <a href={signInPath(form.interaction)} id="not-you" className="link shrink-0">
          {t("Oauth.not_you")}
        </a>
      </p>
      <form method="post" action="/oauth/consent" id="consent-form" className="grid gap-5">
        <FormFields form={form} />
        {required.length > 0 && (
          <section>
            <h2 className="mb-2 text-base font-semibold">
              {t(app.livemode ? "Oauth.will_get" : "Oauth.will_get_test")}
            </h2>
            <ul className="grid gap-2">
              {required.map((each) => (
                <li key={each.scope} className="flex items-start gap-3">
                  <Tick />
                  <ScopeText t={t} persona={persona !== null} {...each} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {optional.length > 0 && (
          <section>
            <h2 className="mb-2 text-base font-semibold">{t("Oauth.may_get")}</h2>
            <ul className="grid gap-2">
              {optional.map(({ ticked, ...each }) => (
                <li key={each.scope}>
                  <label className="flex cursor-pointer items-start gap-3 rounded-lg border border-line px-3 py-2.5 has-checked:border-accent">
                    <input
                      type="checkbox"
                      name="scope"
                      value={each.scope}
                      defaultChecked={ticked}
                      className="mt-0.5 size-4 shrink-0"
                    />
                    <ScopeText t={t} persona={persona !== null} {...each} />
                  </label>
                </li>
              ))}
            </ul>
          </section>
        )}
        {withoutStore && (
          <p id="without-store" className="text-sm text-muted">
            {t(nothingToAllow ? "Oauth.store_needed" : "Oauth.store_left_out")}
          </p>
        )}
        <div className="grid gap-2 border-t border-line pt-4 text-sm text-muted">
          <p>
            {t("Oauth.sent_to", { address: redirectOrigin })}{" "}
            {!nothingToAllow && t(app.livemode ? "Oauth.take_back" : "Oauth.take_back_test")}
          </p>
          <AppLinks t={t} app={app} />
        </div>
        {nothingToAllow ? (
          <DecisionButton id="deny" value="deny" variant="secondary">
            {t("Oauth.back_to_app", { app: app.name })}
          </DecisionButton>
        ) : (
          <div className="grid grid-cols-2 gap-3">
            <DecisionButton id="deny" value="deny" variant="secondary">
              {t("Oauth.deny")}
            </DecisionButton>
            <DecisionButton id="allow" value="allow" variant="secondary">
              {t("Oauth.allow")}
            </DecisionButton>
          </div>
        )}
      </form>
    </>
  )
}

/** The heading: what the app wants to access. */
export function consentTitle(t: Translator, { name, livemode }: ConsentRequest["app"]): string {
  return t(livemode ? "Oauth.consent_title" : "Oauth.consent_title_test", { app: name, platform: t("Common.brand") })
}

/** What a test client gets, and as whom it knows the person. */
function SandboxNotice({ t, persona }: { t: Translator; persona: ConsentRequest["persona"] }) {
  return (
    <div id="sandbox-notice" className="mb-4">
      <Notice tone="warning" title={t("Oauth.test_title")}>
        <p>{t("Oauth.test_text")}</p>
        <p className="wrap-anywhere">{persona ? t("Oauth.test_persona", persona) : t("Oauth.test_self")}</p>
      </Notice>
    </div>
  )
}

function ScopeText({ t, persona, scope, reason }: RequestedScope & { t: Translator; persona: boolean }) {
  const text = t(`Oauth.${scopeMessageKey(scope, persona)}`)
  return (
    <span className="min-w-0 text-sm">
      {isSensitiveScope(scope) ? <strong className="font-semibold">{text}</strong> : text}
      {reason !== null && <span className="block text-xs text-muted">{reason}</span>}
    </span>
  )
}

function Tick() {
  return (
    <svg viewBox="0 0 16 16" className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden="true">
      <path
        d="M3 8.5l3.2 3.2L13 5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

function AppLinks({ t, app: { homepageUrl, privacyUrl, termsUrl } }: { t: Translator; app: ConsentRequest["app"] }) {
  const links = [
    [homepageUrl, t("Oauth.homepage")],
    [privacyUrl, t("Oauth.privacy")],
    [termsUrl, t("Oauth.terms")],
  ] as const
  if (links.every(([url]) => url === null)) return null
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      {links.map(
        ([url, name]) =>
          url !== null && (
            <a key={name} href={url} rel="noreferrer noopener" target="_blank" className="link">
              {name}
            </a>
          ),
      )}
    </p>
  )
}
