import { appAccent } from "@/features/media/draw-app-icon"

export interface PlatformAppRecord {
  key: string
  name: string
  shortName: string
  description: string
  urlPath: string
  iconPath: string
  accentColor: string
  installable: boolean
  maintenance: boolean
  enabled: boolean
  position: number
}

const APPS: readonly (Pick<PlatformAppRecord, "key" | "name" | "shortName" | "description" | "urlPath"> &
  Partial<PlatformAppRecord>)[] = [
  {
    key: "shop",
    name: "Haat Shop",
    shortName: "Shop",
    description: "The marketplace: thousands of things from shops all over India.",
    urlPath: "/products",
    installable: true,
  },
  {
    key: "fresh",
    name: "Haat Fresh",
    shortName: "Fresh",
    description: "Dals, rice, spices and everything else for the kitchen.",
    urlPath: "/categories/grocery",
    installable: true,
  },
  {
    key: "track",
    name: "Haat Orders",
    shortName: "Orders",
    description: "Where your orders are, parcel by parcel.",
    urlPath: "/orders",
    installable: true,
  },
  {
    key: "seller-hub",
    name: "Haat Seller Hub",
    shortName: "Seller Hub",
    description: "Your store's orders, ready to be packed and shipped.",
    urlPath: "/store",
    installable: true,
  },
  {
    key: "portal",
    name: "Haat Developers",
    shortName: "Developers",
    description: "API keys, usage and everything else to build on Haat.",
    urlPath: "/keys",
  },
  {
    key: "reader",
    name: "Haat Docs",
    shortName: "Docs",
    description: "The reference and the guides of the Haat API.",
    urlPath: "/docs",
  },
  {
    key: "pay",
    name: "Haat Pay",
    shortName: "Pay",
    description: "UPI, cards and refunds in one place.",
    urlPath: "/pay",
    installable: true,
    maintenance: true,
  },
  {
    key: "labs",
    name: "Haat Labs",
    shortName: "Labs",
    description: "Things that are not ready to be shown.",
    urlPath: "/labs",
    enabled: false,
  },
]

export const PLATFORM_APPS: readonly PlatformAppRecord[] = APPS.map((app, position) => ({
  installable: false,
  maintenance: false,
  enabled: true,
  ...app,
  iconPath: `/media/apps/${app.key}.svg`,
  accentColor: appAccent(app.key) ?? "#475569",
  position,
}))
