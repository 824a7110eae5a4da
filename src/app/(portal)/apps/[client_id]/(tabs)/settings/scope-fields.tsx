"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { useScopeDescription } from "@/app/(portal)/apps/scope-description"
import { APP_SCOPES, type AppScope, REASON_MAX } from "@/domain/oauth-app"
import type { AppVersion } from "@/features/oauth-apps/app-version"
import { InputField } from "@/ui/field"

const NEEDS = ["off", "optional", "required"] as const
type Need = (typeof NEEDS)[number]

function needOf(version: AppVersion, scope: AppScope): Need {
  if (version.required_scopes.includes(scope)) return "required"
  return version.optional_scopes.includes(scope) ? "optional" : "off"
}

/** Whether the app requests each scope, and for what reason. */
export function ScopeFields({ version }: { version: AppVersion }) {
  const t = useTranslations("OauthApps")
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="text-sm font-medium">{t("scopes")}</legend>
      <p className="text-xs text-muted">
        {t("scopes_hint")} {t("reason_hint")}
      </p>
      {APP_SCOPES.map((scope) => (
        <ScopeField
          key={scope}
          scope={scope}
          need={needOf(version, scope)}
          reason={version.scope_reasons[scope] ?? ""}
        />
      ))}
    </fieldset>
  )
}

function ScopeField({ scope, need: before, reason }: { scope: AppScope; need: Need; reason: string }) {
  const t = useTranslations("OauthApps")
  const scopeMessages = useScopeDescription()
  const [need, setNeed] = useState(before)
  const labels = { off: t("scope_off"), optional: t("optional"), required: t("required") }
  return (
    <fieldset
      className={`grid min-w-0 grid-cols-1 gap-3 rounded-lg border px-3 py-3 ${need === "off" ? "border-line" : "border-accent"}`}
    >
      <legend className="sr-only">{scope}</legend>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p aria-hidden="true" className="font-mono text-sm font-medium">
            {scope}
          </p>
          <p className="text-xs text-muted">{scopeMessages(scope)}</p>
        </div>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {NEEDS.map((each) => (
            <label key={each} className="flex min-h-8 items-center gap-2 text-sm">
              <input
                type="radio"
                name={`need:${scope}`}
                value={each}
                checked={need === each}
                onChange={() => setNeed(each)}
                className="size-4"
              />
              {labels[each]}
            </label>
          ))}
        </div>
      </div>
      {need !== "off" && (
        <InputField
          label={t("reason")}
          aria-label={t("reason_for", { scope })}
          name={`reason:${scope}`}
          defaultValue={reason}
          maxLength={REASON_MAX}
          autoComplete="off"
        />
      )}
    </fieldset>
  )
}
