"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { LOW_STOCK, type ProductStatus } from "@/domain/store-offer"
import type { StoreOffer } from "@/features/seller-products/schema"
import { formatMoney, formatNumber } from "@/i18n/format"
import { Badge, type BadgeTone } from "@/ui/badge"
import type { TableColumn } from "@/ui/table/column"

const STATUS_TONES: Record<ProductStatus, BadgeTone> = { draft: "neutral", active: "neem", archived: "neutral" }

export function ProductStatusBadge({ status }: { status: ProductStatus }) {
  const t = useTranslations("StoreOffers")
  return <Badge tone={STATUS_TONES[status]}>{t(`status_${status}`)}</Badge>
}

/** Says that an offer is out of stock or low on it. */
export function StockBadge({ stock }: { stock: number }) {
  const t = useTranslations("StoreOffers")
  if (stock > LOW_STOCK) return null
  return <Badge tone={stock === 0 ? "danger" : "marigold"}>{t(stock === 0 ? "stock_out" : "stock_low")}</Badge>
}

/** The variant's name; undefined for the only one, which is named as its product. */
export function variantOf({ name, product }: StoreOffer): string | undefined {
  return name === product.name ? undefined : name
}

/** The columns of the table of a store's offers. @param href the URL of the list with an offer's details */
export function useOfferColumns(href: (offer: StoreOffer) => string = () => ""): TableColumn<StoreOffer>[] {
  const t = useTranslations("StoreOffers")
  const locale = useLocale()
  return [
    {
      id: "name",
      header: t("product"),
      sort: ["name", "-name"],
      flexible: true,
      cell: (offer) => (
        <Link
          href={href(offer)}
          scroll={false}
          prefetch={false}
          title={offer.product.name}
          className="after:absolute after:inset-0 hover:underline"
        >
          <span className="font-medium">{offer.product.name}</span>{" "}
          <span className="hidden text-muted @xl:inline">{variantOf(offer)}</span>
        </Link>
      ),
      below: (offer) => [variantOf(offer), offer.sku].filter((part) => part !== undefined).join(" · "),
    },
    {
      id: "sku",
      header: t("sku"),
      sort: ["sku", "-sku"],
      choice: "shown",
      from: "sm",
      cell: ({ sku }) => (
        <span className="block max-w-48 truncate font-mono text-xs" title={sku}>
          {sku}
        </span>
      ),
    },
    {
      id: "status",
      header: t("status"),
      choice: "shown",
      from: "md",
      cell: ({ product }) => <ProductStatusBadge status={product.status} />,
    },
    {
      id: "stock",
      header: t("stock"),
      sort: ["stock", "-stock"],
      align: "right",
      cell: ({ stock }) => (
        <span className="inline-flex items-center gap-1.5">
          <StockBadge stock={stock} />
          {formatNumber(stock, locale)}
        </span>
      ),
      below: ({ price }) => formatMoney(price, locale),
    },
    {
      id: "price",
      header: t("price"),
      sort: ["price", "-price"],
      align: "right",
      from: "sm",
      cell: ({ price }) => formatMoney(price, locale),
    },
    {
      id: "mrp",
      header: t("mrp"),
      choice: "shown",
      align: "right",
      from: "lg",
      cell: ({ mrp }) => formatMoney(mrp, locale),
    },
  ]
}
