import { useTranslations } from "next-intl"
import type { OwnStore } from "@/features/stores/get-own-store"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"

/** Why there are no store orders to see. */
export const NoStore = ({ store }: { store: OwnStore | null }) => {
  const t = useTranslations("Store")
  const why = store === null ? "no_store" : store.status === "approved" ? "role" : store.status
  const named = { store: store?.name ?? "" }
  return (
    <>
      <PageHeading title={t("title")} />
      <EmptyState
        sentence={t(`${why}_title`, named)}
        action={<ButtonLink href="/keys">{t("no_store_action")}</ButtonLink>}
        note={t(`${why}_text`)}
        {...(store === null && { snippet: "GET /v1/seller/orders" })}
      />
    </>
  )
}
