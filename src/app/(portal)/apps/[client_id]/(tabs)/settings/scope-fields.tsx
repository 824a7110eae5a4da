"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { useScopeDescription } from "@/app/(portal)/apps/scope-description"
import { APP_SCOPES, type AppScope, REASON_MAX } from "@/domain/oauth-app"
import type { AppVersion } from "@/features/oauth-apps/app-version"
import { INPUT_CLASSES } from "@/ui/field"

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
      <div className="@container divide-y divide-line rounded-lg border border-line">
        {APP_SCOPES.map((scope) => (
          <ScopeField
            key={scope}
            scope={scope}
            need={needOf(version, scope)}
            reason={version.scope_reasons[scope] ?? ""}
          />
        ))}
      </div>
    </fieldset>
  )
}

function ScopeField({ scope, need: before, reason }: { scope: AppScope; need: Need; reason: string }) {
  const t = useTranslations("OauthApps")
  const scopeMessages = useScopeDescription()
  const [need, setNeed] = useState(before)
  const labels = { off: t("scope_off"), optional: t("optional"), required: t("required") }
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-1 px-3 py-1">
      <legend className="sr-only">{scope}</legend>
      <div className="grid grid-cols-1 items-center gap-x-4 @2xl:min-h-9 @2xl:grid-cols-[10.5rem_minmax(0,1fr)_auto]">
        <p aria-hidden="true" className="font-mono text-sm font-medium">
          {scope}
        </p>
        <p className="text-xs text-muted">{scopeMessages(scope)}</p>
        <div className="flex flex-wrap gap-x-4">
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
        <label className="grid grid-cols-1 items-center gap-x-3 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
          {t("reason")}
          <input
            aria-label={t("reason_for", { scope })}
            name={`reason:${scope}`}
            defaultValue={reason}
            maxLength={REASON_MAX}
            autoComplete="off"
            className={`${INPUT_CLASSES} sm:min-h-8 sm:py-0.5 sm:text-sm`}
          />
        </label>
      )}
    </fieldset>
  )
}
