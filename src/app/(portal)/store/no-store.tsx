import { useTranslations } from "next-intl"
import { Invitations } from "@/app/(portal)/store/invitations"
import type { PortalOutputs } from "@/ui/api"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"

/** Why there are no store orders to see, and what to do about it. */
export function NoStore({ store }: { store: PortalOutputs["stores"]["own"]["data"] }) {
  const t = useTranslations("Store")
  const why = store === null ? "no_store" : store.status === "approved" ? "role" : store.status
  return (
    <>
      <PageHeading title={t("title")} />
      {store === null && <Invitations />}
      <EmptyState
        sentence={t(`${why}_title`, { store: store?.name ?? "" })}
        action={
          store === null ? (
            <ButtonLink href="/store/open">{t("open_store")}</ButtonLink>
          ) : (
            <ButtonLink href="/store/people">{t("people")}</ButtonLink>
          )
        }
        note={t(`${why}_text`)}
        {...(store === null && { snippet: "GET /v1/seller/orders" })}
      />
    </>
  )
}
