"use client"

import { useLocale, useTranslations } from "next-intl"
import { AddPasskeyButton } from "@/app/(portal)/settings/security/add-passkey-button"
import { AddTotpButton } from "@/app/(portal)/settings/security/add-totp-button"
import { ChangePasswordForm } from "@/app/(portal)/settings/security/change-password-form"
import { RevokeAccessButton } from "@/app/(portal)/settings/security/revoke-access-button"
import { RemoveFactorButton } from "@/app/(portal)/settings/security/remove-factor-button"
import { RenewCodesButton } from "@/app/(portal)/settings/security/renew-codes-button"
import { StaffNotice } from "@/app/(portal)/settings/security/staff-notice"
import { Section } from "@/ui/section"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { pluralValues, formatAgo, formatDate, formatNumber } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { buttonClasses } from "@/ui/button-variant"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

interface SecurityViewProps {
  /** The staff page from which the person was redirected. */
  staffPage: string | null
  passwordMin: number
  timeZone: ViewerTimeZone
}

/** The account's sign-in methods, and everything that has access to it. */
export function SecurityView({ staffPage, passwordMin, timeZone }: SecurityViewProps) {
  const t = useTranslations("Security")
  const locale = useLocale()
  const [{ data: state }, { dataUpdatedAt }] = trpc.security.state.useSuspenseQuery()
  const [{ data: access }] = trpc.accounts.access.useSuspenseQuery()
  const now = new Date(dataUpdatedAt)
  const factors = state.passkeys.length + (state.totp_since === null ? 0 : 1)
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      {staffPage !== null && <StaffNotice back={staffPage} ready={factors > 0} />}
      <Section title={t("passkeys")} lead={t("passkeys_lead")}>
        {state.passkeys.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {state.passkeys.map(({ id, name, backed_up, created_at, last_used_at }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3" data-passkey={name}>
                <div className="grid min-w-0 gap-0.5">
                  <h3 className="font-medium wrap-anywhere">{name}</h3>
                  <p className="text-sm text-muted">
                    {t("added", { when: formatDate(created_at, locale, timeZone) })} ·{" "}
                    {last_used_at === null ? t("unused") : t("used", { when: formatAgo(last_used_at, locale, now) })}
                    {backed_up && ` · ${t("backed_up")}`}
                  </p>
                </div>
                <RemoveFactorButton factor={{ kind: "passkey", id, name }} last={factors === 1} />
              </li>
            ))}
          </ul>
        )}
        <div>
          <AddPasskeyButton />
        </div>
      </Section>
      <Section
        title={t("totp")}
        lead={t("totp_lead")}
        aside={state.totp_since !== null && <Badge tone="neem">{t("on")}</Badge>}
      >
        <AddTotpButton offered={state.totp_since === null} />
        {state.totp_since !== null && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-muted">{t("added", { when: formatDate(state.totp_since, locale, timeZone) })}</p>
            <RemoveFactorButton factor={{ kind: "totp" }} last={factors === 1} />
          </div>
        )}
      </Section>
      {factors > 0 && (
        <Section title={t("codes")} lead={t("codes_lead")}>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className={state.recovery_codes_left < 3 ? "text-sm font-medium text-danger-ink" : "text-sm"}>
              {t("codes_left", pluralValues(state.recovery_codes_left, locale))}
            </p>
            <RenewCodesButton />
          </div>
        </Section>
      )}
      <Section
        title={t("password")}
        lead={
          state.password_changed_at === null
            ? t("password_lead")
            : `${t("password_lead")} ${t("password_changed", { when: formatDate(state.password_changed_at, locale, timeZone) })}`
        }
      >
        {state.has_password ? (
          <ChangePasswordForm passwordMin={passwordMin} />
        ) : (
          <p className="flex flex-wrap items-center justify-between gap-3 text-sm">
            {t("no_password")}
            <a href="/forgot-password" className={buttonClasses("secondary")}>
              {t("set_password")}
            </a>
          </p>
        )}
      </Section>
      {state.identities.length > 0 && (
        <Section title={t("identities")} lead={t("identities_lead")}>
          <ul className="divide-y divide-line border-y border-line">
            {state.identities.map(({ provider, name, email, created_at, last_used_at }) => (
              <li key={provider} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <div className="grid min-w-0 gap-0.5">
                  <h3 className="font-medium wrap-anywhere">{name}</h3>
                  <p className="text-sm text-muted">
                    {email} · {t("added", { when: formatDate(created_at, locale, timeZone) })} ·{" "}
                    {last_used_at === null ? t("unused") : t("used", { when: formatAgo(last_used_at, locale, now) })}
                  </p>
                </div>
                <RemoveFactorButton factor={{ kind: "identity", id: provider, name }} last={false} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <div id="access" className="scroll-mt-4">
        <Section title={t("access")} lead={t("access_lead")}>
          <p className="text-sm">
            {t("access_counts", {
              keys: access.keys,
              k: formatNumber(access.keys, locale),
              apps: access.apps,
              a: formatNumber(access.apps, locale),
            })}
          </p>
          <RevokeAccessButton />
        </Section>
      </div>
    </>
  )
}
