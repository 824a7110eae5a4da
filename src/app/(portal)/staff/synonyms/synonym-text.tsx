import { useTranslations } from "next-intl"
import { KindBadge } from "@/app/(portal)/staff/synonyms/kind-badge"
import type { PortalOutputs } from "@/ui/api"

export type SynonymRow = PortalOutputs["staffSynonyms"]["list"]["data"][number]

/** The kind, the words and their meanings. */
export function SynonymText({ synonym: { kind, words, means } }: { synonym: SynonymRow }) {
  const t = useTranslations("StaffSynonyms")
  return (
    <div className="grid min-w-0 gap-x-4 gap-y-0.5 text-sm sm:grid-cols-[6rem_minmax(0,1fr)] sm:items-center">
      <span>
        <KindBadge kind={kind} />
      </span>
      <p className="min-w-0 sm:truncate" title={words.join(", ")}>
        <span className="font-medium">{words.join(", ")}</span>
        {means.length > 0 && <span className="text-muted"> {t("finds", { means: means.join(", ") })}</span>}
      </p>
    </div>
  )
}
