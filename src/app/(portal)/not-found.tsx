import { headers } from "next/headers"
import { getTranslations } from "next-intl/server"
import { NotFoundCard } from "@/app/not-found-card"
import { DocumentTitle } from "@/app/(portal)/document-title"
import { OtherModeLink } from "@/app/(portal)/other-mode-link"
import { orNull, portal, portalMode } from "@/app/current-account"
import { otherMode } from "@/domain/mode"
import { PATH_HEADER } from "@/i18n/locale-cookie"

export { notFoundMetadata as generateMetadata } from "@/app/not-found-card"

/** Whether it is a page of staff, and the account is none. Everybody may know which pages staff have. */
async function isForStaffOnly(): Promise<boolean> {
  const path = (await headers()).get(PATH_HEADER) ?? ""
  if (!/^\/staff(?:\/|$)/.test(path)) return false
  const { security } = await portal()
  return (await orNull(security.staffAccess(), "not_found", "authentication_required")) === null
}

/** Shown in a page's place when its object does not exist in this mode; it may exist in the other one. */
async function NotFound() {
  const [mode, t, errors, landing, isForbidden] = await Promise.all([
    portalMode(),
    getTranslations("Mode"),
    getTranslations("ErrorPage"),
    getTranslations("Landing"),
    isForStaffOnly(),
  ])
  const titleOf = (title: string): string => `${title} · ${landing("title")}`
  if (isForbidden)
    return (
      <NotFoundCard reason={{ title: errors("staff_title"), text: errors("staff_text") }}>
        <DocumentTitle title={titleOf(errors("staff_title"))} />
      </NotFoundCard>
    )
  const other = otherMode(mode)
  return (
    <NotFoundCard>
      <DocumentTitle title={titleOf(errors("missing_title"))} />
      <OtherModeLink mode={other}>{t(`view_${other}`)}</OtherModeLink>
    </NotFoundCard>
  )
}

export default NotFound
