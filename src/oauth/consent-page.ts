import type { Locale } from "@/domain/locale"
import type { Scope } from "@/domain/scope"
import type { App } from "@/oauth/apps"
import { scopesToShow } from "@/oauth/consent-needed"
import type { Interaction } from "@/oauth/interactions"
import { languageSwitch } from "@/oauth/language-switch"
import { formTargetOf, type Html, html, page, type Words, wordsOf } from "@/oauth/page"
import type { HttpAnswer } from "@/platform/http"

interface ConsentPage {
  interaction: Interaction
  app: App
  account: { name: string; email: string }
  locale: Locale
  csrf: string
}

// Catalogue keys cannot hold dots.
const wordsOfScope = (t: Words, scope: Scope): string => t(`scope_${scope.replaceAll(".", "_")}` as "scope_openid")

// What changes something, or tells where people live, stands out.
const STANDS_OUT: ReadonlySet<Scope> = new Set(["orders.read", "seller.orders.read", "seller.orders.write"])

const named = (t: Words, scope: Scope): Html =>
  STANDS_OUT.has(scope) ? html`<strong>${wordsOfScope(t, scope)}</strong>` : html`${wordsOfScope(t, scope)}`

const reason = (app: App, scope: Scope): Html | null =>
  app.scopeReasons[scope] ? html`<span class="reason">${app.scopeReasons[scope]}</span>` : null

/** What the app would get, in plain words; two equal ways out of it. */
export const consentPage = ({ interaction, app, account, locale, csrf }: ConsentPage): HttpAnswer => {
  const t = wordsOf(locale)
  const shown = scopesToShow(interaction.request)
  const { ticked } = interaction.again
  const required = shown.filter((scope) => app.requiredScopes.includes(scope))
  const optional = shown.filter((scope) => !app.requiredScopes.includes(scope))
  const title = t("consent_title", { app: app.name, platform: "Haat" })
  const target = formTargetOf(interaction.request.redirectUri)
  return page({
    locale,
    title,
    formTarget: target,
    body: html`<div class="sheet">
<div class="app">${app.hasLogo ? html`<img src="/media/oauth-apps/${app.versionId}" alt="">` : html`<span class="mark" aria-hidden="true">${[...app.name][0] ?? "?"}</span>`}
<div><strong>${app.name}</strong><br><span class="soft">${t("built_by", { owner: app.ownerName })}</span></div></div>
<h1>${title}</h1>
${app.approved ? null : html`<p class="alert" role="alert">${t("unreviewed")}</p>`}
<p class="who"><span>${t("signed_in_as", { name: account.name, email: account.email })}</span> <a href="/oauth/sign-in?interaction=${interaction.id}" id="not-you">${t("not_you")}</a></p>
<form method="post" action="/oauth/consent" id="consent-form">
<input type="hidden" name="interaction" value="${interaction.id}">
<input type="hidden" name="csrf" value="${csrf}">
${required.length > 0 && html`<h2>${t("will_get")}</h2><ul>${required.map((scope) => html`<li>${named(t, scope)}${reason(app, scope)}</li>`)}</ul>`}
${
  optional.length > 0 &&
  html`<h2>${t("may_get")}</h2><ul>${optional.map(
    (scope) =>
      html`<li><label><input type="checkbox" name="scope" value="${scope}"${!ticked || ticked.includes(scope) ? html` checked` : null}><span>${named(t, scope)}${reason(app, scope)}</span></label></li>`,
  )}</ul>`
}
<p class="soft">${t("sent_to", { address: target })} ${t("take_back")}</p>
${links(t, app)}
<div class="pair">
<button type="submit" name="decision" value="deny" id="deny" class="other">${t("deny")}</button>
<button type="submit" name="decision" value="allow" id="allow" class="other">${t("allow")}</button>
</div>
</form>
</div>
${languageSwitch(locale, "consent-form")}`,
  })
}

const links = (t: Words, { homepageUrl, privacyUrl, termsUrl }: App): Html | null => {
  const given = (
    [
      [homepageUrl, t("homepage")],
      [privacyUrl, t("privacy")],
      [termsUrl, t("terms")],
    ] as const
  ).filter(([url]) => url !== null && /^https?:/.test(url))
  return given.length > 0
    ? html`<p class="soft">${given.map(([url, name]) => html`<a href="${url ?? ""}" rel="noreferrer noopener" target="_blank">${name}</a> `)}</p>`
    : null
}
