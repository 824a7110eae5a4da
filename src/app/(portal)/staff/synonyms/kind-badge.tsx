import { useTranslations } from "next-intl"
import type { SynonymKind } from "@/domain/search-synonym"
import { Badge, type BadgeTone } from "@/ui/badge"

const TONES: Record<SynonymKind, BadgeTone> = {
  means: "neem",
  same: "indigo",
  ignored: "neutral",
  unsold: "danger",
}

export function KindBadge({ kind }: { kind: SynonymKind }) {
  const t = useTranslations("StaffSynonyms")
  return <Badge tone={TONES[kind]}>{t(`kind_${kind}`)}</Badge>
}
