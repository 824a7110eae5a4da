import type { Metadata } from "next"
import { getLocale, getTranslations } from "next-intl/server"
import { AddPasskeyButton } from "@/app/(portal)/settings/security/add-passkey-button"
import { AddTotpButton } from "@/app/(portal)/settings/security/add-totp-button"
import { ChangePasswordForm } from "@/app/(portal)/settings/security/change-password-form"
import { RemoveFactorButton } from "@/app/(portal)/settings/security/remove-factor-button"
import { RenewCodesButton } from "@/app/(portal)/settings/security/renew-codes-button"
import { Section } from "@/app/(portal)/settings/section"
import { readersClock } from "@/app/time-zone"
import { portal, requireVisitor } from "@/app/visitor"
import { PASSWORD_MIN } from "@/features/accounts/schema"
import { counted, formatAgo, formatDate } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Settings"))("security"),
})

const SecurityPage = async () => {
  await requireVisitor("/settings/security")
  const caller = await portal()
  const [t, locale, clock, { data: state }] = await Promise.all([
    getTranslations("Security"),
    getLocale(),
    readersClock(),
    caller.security.state(),
  ])
  const now = new Date()
  const factors = state.passkeys.length + (state.totp_since === null ? 0 : 1)
  return (
    <ClientMessages namespaces={["Security", "Problems"]}>
      <PageHeading title={t("title")} lead={t("lead")} />
      <Section title={t("passkeys")} lead={t("passkeys_lead")}>
        {state.passkeys.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {state.passkeys.map(({ id, name, backed_up, created_at, last_used_at }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3" data-passkey={name}>
                <div className="grid min-w-0 gap-0.5">
                  <h3 className="font-medium wrap-anywhere">{name}</h3>
                  <p className="text-sm text-muted">
                    {t("added", { when: formatDate(created_at, locale, clock) })} ·{" "}
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
            <p className="text-sm text-muted">{t("added", { when: formatDate(state.totp_since, locale, clock) })}</p>
            <RemoveFactorButton factor={{ kind: "totp" }} last={factors === 1} />
          </div>
        )}
      </Section>
      {factors > 0 && (
        <Section title={t("codes")} lead={t("codes_lead")}>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className={state.recovery_codes_left < 3 ? "text-sm font-medium text-danger-ink" : "text-sm"}>
              {t("codes_left", counted(state.recovery_codes_left, locale))}
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
            : `${t("password_lead")} ${t("password_changed", { when: formatDate(state.password_changed_at, locale, clock) })}`
        }
      >
        <ChangePasswordForm passwordMin={PASSWORD_MIN} />
      </Section>
    </ClientMessages>
  )
}

export default SecurityPage
