import { useTranslations } from "next-intl"
import type { PortalOutputs } from "@/ui/api"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"

/** Why a member of the store cannot see what it sells. */
export function NoOffers({ store }: { store: NonNullable<PortalOutputs["stores"]["own"]["data"]> }) {
  const t = useTranslations("StoreOffers")
  const titles = useTranslations("Store")
  const { name, status } = store
  return (
    <>
      <PageHeading title={t("title")} />
      <EmptyState
        sentence={status === "approved" ? t("role_title", { store: name }) : titles(`${status}_title`, { store: name })}
        action={<ButtonLink href="/store/people">{titles("people")}</ButtonLink>}
        note={t(status === "approved" ? "role_text" : "pending_note")}
      />
    </>
  )
}
