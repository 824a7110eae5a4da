"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatNumber } from "@/i18n/format"
import type { PortalOutputs } from "@/ui/api"
import { Badge, type BadgeTone } from "@/ui/badge"
import type { TableColumn } from "@/ui/table/column"
import { TableTime } from "@/ui/table/table-time"

type StaffStore = PortalOutputs["staffStores"]["list"]["data"][number]

const TONES: Record<StaffStore["status"], BadgeTone> = {
  pending: "marigold",
  approved: "neem",
  suspended: "danger",
}

/** A store's status, and whether it is the marketplace's own or the reader's. */
export function StoreBadges({ store: { status, is_official: official, own } }: { store: StaffStore }) {
  const t = useTranslations("StaffStores")
  return (
    <span className="flex gap-1.5">
      <Badge tone={TONES[status]}>{t(`status_${status}`)}</Badge>
      {official && <Badge tone="indigo">{t("official")}</Badge>}
      {own && <Badge>{t("own")}</Badge>}
    </span>
  )
}

interface StoreColumnsOptions {
  /** The URL of the list with a store's details. */
  href: (store: StaffStore) => string
  opened: string | undefined
  timeZone: ViewerTimeZone
  /** When the stores were read, in milliseconds. */
  now: number
}

/** The columns of the table of stores. */
export function useStoreColumns({ href, opened, timeZone, now }: StoreColumnsOptions): TableColumn<StaffStore>[] {
  const t = useTranslations("StaffStores")
  const locale = useLocale()
  const owner = (store: StaffStore): string => store.owner?.name ?? t("no_owner")
  return [
    {
      id: "name",
      header: t("store"),
      sort: ["name", "-name"],
      flexible: true,
      share: "w-full @xl:w-3/5",
      cell: (store) => (
        <Link
          href={href(store)}
          scroll={false}
          prefetch={false}
          aria-current={store.slug === opened ? "true" : undefined}
          title={store.name}
          className="font-medium after:absolute after:inset-0 hover:underline"
        >
          {store.name}
        </Link>
      ),
      below: owner,
    },
    { id: "status", header: t("status"), cell: (store) => <StoreBadges store={store} /> },
    {
      id: "owner",
      header: t("owner"),
      choice: "shown",
      from: "sm",
      flexible: true,
      share: "w-2/5",
      cell: (store) => <span title={owner(store)}>{owner(store)}</span>,
    },
    {
      id: "place",
      header: t("place"),
      choice: "shown",
      from: "lg",
      cell: ({ city, state }) => <span className="block max-w-52 truncate">{`${city}, ${state}`}</span>,
    },
    {
      id: "people",
      header: t("people_count"),
      choice: "shown",
      sort: ["-people", "people"],
      align: "right",
      from: "md",
      cell: ({ people }) => formatNumber(people, locale),
    },
    {
      id: "products",
      header: t("products_count"),
      choice: "shown",
      sort: ["-products", "products"],
      align: "right",
      from: "md",
      cell: ({ products }) => formatNumber(products, locale),
    },
    {
      id: "created",
      header: t("created"),
      choice: "shown",
      sort: ["-created", "created"],
      align: "right",
      from: "sm",
      cell: ({ created_at }) => <TableTime at={created_at} timeZone={timeZone} now={now} />,
    },
  ]
}
