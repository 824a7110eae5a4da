import type { NAV_GROUPS } from "@/domain/nav-groups"

type PageName = (typeof NAV_GROUPS)[number]["pages"][number][0]

const STORE =
  "M3.5 8.5 5 3.5h10l1.5 5a2.17 2.17 0 0 1-4.33 0 2.17 2.17 0 0 1-4.34 0 2.17 2.17 0 0 1-4.33 0zM4.5 11v5.5h11V11"
const PEOPLE =
  "M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 16.5c0-2.8 2.2-4.5 5-4.5s5 1.7 5 4.5M13 4a3 3 0 0 1 0 5.3M14.5 12.3c1.9.6 3 2.1 3 4.2"
const PARCEL = "M3.5 6.5 10 3l6.5 3.5v7L10 17l-6.5-3.5zM3.5 6.5 10 10l6.5-3.5M10 10v7"
const CLOCK = "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6.2V10l2.6 2.2"

/** Paths in a box of 20 by 20. */
const PATHS: Record<PageName, string> = {
  overview: "M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z",
  keys: "M10.3 13a3.4 3.4 0 1 1-6.8 0 3.4 3.4 0 0 1 6.8 0zM9.4 10.6l7.1-7.1M13 7l2.5 2.5",
  requests: "M7.5 5h9M7.5 10h9M7.5 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01",
  usage: "M4 16.5v-5M10 16.5v-13M16 16.5v-8",
  deprecations: CLOCK,
  apps: "M3.5 4.5h13v11h-13zM3.5 8h13M6 6.3h.01M8.2 6.3h.01",
  webhooks: "M11 2.5 4.5 11.5H10L9 17.5l6.5-9H10z",
  sandbox: "M8 3h4M8.5 3v5l-4.3 7.2a1.2 1.2 0 0 0 1 1.8h9.6a1.2 1.2 0 0 0 1-1.8L11.5 8V3M6.5 12.5h7",
  open_store: STORE,
  store: STORE,
  store_offers: "M3.5 3.5h6.6l6.4 6.4-6.6 6.6-6.4-6.4zM6.8 6.8h.01",
  store_people: PEOPLE,
  orders: PARCEL,
  connected:
    "M8.5 11.5a3 3 0 0 0 4.3 0l2.8-2.8a3 3 0 0 0-4.3-4.3L10 5.7M11.5 8.5a3 3 0 0 0-4.3 0l-2.8 2.8a3 3 0 0 0 4.3 4.3l1.3-1.3",
  settings:
    "M3.5 6h5M12.5 6h4M3.5 14h3M10.5 14h6M12.5 6a2 2 0 1 0-4 0 2 2 0 0 0 4 0zM10.5 14a2 2 0 1 0-4 0 2 2 0 0 0 4 0z",
  reviews: "M4.5 3.5h11v13h-11zM7.2 10.2l2 2 3.6-4.4",
  staff_orders: PARCEL,
  staff_accounts: PEOPLE,
  staff_stores: STORE,
  staff_synonyms: "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l3.5 3.5",
  staff_platform: "M2.5 10H6l2-5.5 4 11 2-5.5h3.5",
  staff_deprecations: CLOCK,
  staff_incidents: "M10 3.5 17 16H3zM10 8.3v3.4M10 13.8h.01",
  staff_audit: "M5 3h7l3.5 3.5V17H5zM8 10h4.5M8 13h4.5",
}

/** The icon of a page in the navigation. */
export function NavIcon({ page }: { page: PageName }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-[1.125rem] shrink-0"
    >
      <path d={PATHS[page]} />
    </svg>
  )
}
