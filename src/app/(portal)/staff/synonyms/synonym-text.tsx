import { useTranslations } from "next-intl"
import { KindBadge } from "@/app/(portal)/staff/synonyms/kind-badge"
import type { PortalOutputs } from "@/ui/api"

export type SynonymRow = PortalOutputs["staffSynonyms"]["list"]["data"][number]

/** The kind, the words and their meanings. */
export const SynonymText = ({ synonym: { kind, words, means } }: { synonym: SynonymRow }) => {
  const t = useTranslations("StaffSynonyms")
  return (
    <div className="grid min-w-0 gap-1">
      <span>
        <KindBadge kind={kind} />
      </span>
      <p className="font-medium wrap-anywhere">{words.join(", ")}</p>
      {means.length > 0 && (
        <p className="text-sm text-muted wrap-anywhere">{t("finds", { means: means.join(", ") })}</p>
      )}
    </div>
  )
}
