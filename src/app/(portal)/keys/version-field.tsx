"use client"

import { useTranslations } from "next-intl"
import { SelectField } from "@/ui/field"
import { trpc } from "@/ui/trpc"

/** The choice of a key's API version. A new key gets the newest. */
export function VersionField({ version }: { version?: string }) {
  const t = useTranslations("Keys")
  const served = trpc.portalKeys.versions.useQuery().data?.data
  const versions = served ?? (version === undefined ? [] : [version])
  return (
    <SelectField
      label={t("api_version")}
      name="api_version"
      key={versions.join()}
      defaultValue={version ?? versions.at(-1)}
      hint={t("api_version_hint")}
    >
      {versions.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </SelectField>
  )
}
