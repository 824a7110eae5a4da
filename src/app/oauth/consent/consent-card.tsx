import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { ScopeList } from "@/app/oauth/consent/scope-list"
import { DecisionButton, FormAlert, FormFields, type InteractionForm } from "@/app/oauth/form-parts"
import type { Translator } from "@/i18n/translator"
import type { ConsentRequest } from "@/oauth/consent"
import { interactionSignInPath } from "@/oauth/interactions"
import { Badge } from "@/ui/badge"
import { Notice } from "@/ui/notice"

interface ConsentCardProps {
  t: Translator
  form: InteractionForm
  request: ConsentRequest
}

/** What the app would get, in plain words, with two equally prominent buttons. */
export function ConsentCard({ t, form, request }: ConsentCardProps) {
  const { app, account, persona, required, optional, withoutStore, redirectOrigin, changed, nothingSelected } = request
  const nothingToAllow = required.length + optional.length === 0
  const scopeList = { t, persona: persona !== null, columns: hasManyScopes(request) }
  return (
    <>
      <div className="mb-3 flex items-start gap-4">
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
      <p className="mb-4 flex items-center justify-between gap-x-4 rounded-lg bg-sunken px-4 py-2 text-sm">
        <span className="min-w-0 wrap-anywhere">
          {t("Oauth.signed_in_as", { name: account.name, email: account.email })}
        </span>
        <a href={interactionSignInPath(form.interaction)} id="not-you" className="link shrink-0">
          {t("Oauth.not_you")}
        </a>
      </p>
      {/* Not a grid, whose rows would hold the buttons that stay in sight. */}
      <form method="post" action="/oauth/consent" id="consent-form" className="flex flex-col gap-4">
        <FormFields form={form} />
        <ScopeList
          title={t(app.livemode ? "Oauth.will_get" : "Oauth.will_get_test")}
          scopes={required}
          {...scopeList}
        />
        <ScopeList title={t("Oauth.may_get")} scopes={optional} {...scopeList} />
        {withoutStore && (
          <p id="without-store" className="text-sm text-muted">
            {t(nothingToAllow ? "Oauth.store_needed" : "Oauth.store_excluded")}
          </p>
        )}
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line pt-3 text-sm text-muted empty:hidden">
          {!nothingToAllow && <p>{t(app.livemode ? "Oauth.revoke_hint" : "Oauth.revoke_hint_test")}</p>}
          <AppLinks t={t} app={app} />
        </div>
        {/* It ends like the card, whose end may be further down: with its border, its corners and the page below. */}
        <div
          className={`relative -mx-[calc(1.25rem+1px)] -mt-4 bg-paper pb-3 sm:-mx-[calc(2rem+1px)] [@media(height>=30rem)]:sticky [@media(height>=30rem)]:bottom-0 ${scopeList.columns ? "-mb-[calc(2rem+1px)]" : "-mb-[calc(2.25rem+1px)] sm:-mb-[calc(2.75rem+1px)]"}`}
        >
          <div className="relative rounded-b-2xl border-x border-b border-line bg-surface px-5 pt-4 pb-4 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-6 before:bg-linear-to-t before:from-surface sm:px-8">
            <p id="sent-to" className="mb-3 text-center text-sm wrap-anywhere text-muted">
              {t("Oauth.sent_to", { address: redirectOrigin })}
            </p>
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
          </div>
        </div>
      </form>
    </>
  )
}

/** Whether the scopes are so many that they take two columns. */
export function hasManyScopes({ required, optional }: ConsentRequest): boolean {
  return required.length + optional.length > 4
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
