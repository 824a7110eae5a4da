import { getTranslations } from "next-intl/server"
import { Invitations } from "@/app/(portal)/store/invitations"
import { portal } from "@/app/visitor"
import type { OwnStore } from "@/features/stores/get-own-store"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"

/** Why there are no store orders to see, and what would change that. */
export const NoStore = async ({ store }: { store: OwnStore | null }) => {
  const [t, { data: invitations }] = await Promise.all([
    getTranslations("Store"),
    store === null ? (await portal()).stores.invitations() : { data: [] },
  ])
  const why = store === null ? "no_store" : store.status === "approved" ? "role" : store.status
  return (
    <ClientMessages namespaces={["StorePeople", "Problems"]}>
      <PageHeading title={t("title")} />
      {invitations.length > 0 && <Invitations invitations={invitations} />}
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
    </ClientMessages>
  )
}
