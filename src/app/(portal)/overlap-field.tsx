"use client"

import { useTranslations } from "next-intl"
import { ChoiceField } from "@/ui/field"

const OVERLAPS = ["now", "1h", "24h", "7d"] as const

/** How long an old secret stays valid after it is rolled. */
export type Overlap = (typeof OVERLAPS)[number]

interface OverlapFieldProps {
  /** Whose secret is rolled: a key's or an OAuth app's. */
  namespace: "Keys" | "OauthApps"
  value: Overlap
  onChange: (overlap: Overlap) => void
  /** What ending the old secret at once means. */
  nowHint?: string
}

/** Asks how long the old secret stays valid. */
export function OverlapField({ namespace, value, onChange, nowHint }: OverlapFieldProps) {
  const t = useTranslations(namespace)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">{t("overlap")}</legend>
      {OVERLAPS.map((each) => (
        <ChoiceField
          key={each}
          type="radio"
          name="overlap"
          value={each}
          checked={value === each}
          onChange={() => onChange(each)}
          label={t(`overlap_${each}`)}
          hint={each === "now" ? nowHint : undefined}
          {...(value === each && { "data-first": true })}
        />
      ))}
    </fieldset>
  )
}
