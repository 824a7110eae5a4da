import { useTranslations } from "next-intl"
import type { AppStatus, AppType, VersionStatus } from "@/domain/oauth-app"
import { Badge, type BadgeTone } from "@/ui/badge"

const TONES: Record<AppStatus, BadgeTone> = {
  draft: "neutral",
  in_review: "indigo",
  changes_requested: "marigold",
  approved: "neem",
  suspended: "danger",
}

interface AppBadgesProps {
  type: AppType
  status: AppStatus
  /** The status of the version that would replace the live one. */
  update: VersionStatus | null
}

export function AppBadges({ type, status, update }: AppBadgesProps) {
  const t = useTranslations("OauthApps")
  return (
    <>
      <Badge tone={TONES[status]}>{t(`status_${status}`)}</Badge>
      {update !== null && <Badge tone={TONES[update]}>{t(`update_${update}`)}</Badge>}
      <Badge>{t(`type_${type}`)}</Badge>
    </>
  )
}
