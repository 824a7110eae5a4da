import { getTranslations } from "next-intl/server"
import { NotFoundCard } from "@/app/not-found-card"
import { OtherModeLink } from "@/app/(portal)/other-mode-link"
import { portalMode } from "@/app/current-account"
import { otherMode } from "@/domain/mode"

/** Shown in a page's place when its object does not exist in this mode; it may exist in the other one. */
const NotFound = async () => {
  const [mode, t] = await Promise.all([portalMode(), getTranslations("Mode")])
  const other = otherMode(mode)
  return (
    <NotFoundCard>
      <OtherModeLink mode={other}>{t(`look_${other}`)}</OtherModeLink>
    </NotFoundCard>
  )
}

export default NotFound
