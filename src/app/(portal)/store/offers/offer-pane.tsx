"use client"

import { useTranslations } from "next-intl"
import { ProductStatusBadge, StockBadge, variantOf } from "@/app/(portal)/store/offers/offer-columns"
import { OfferForm } from "@/app/(portal)/store/offers/offer-form"
import type { Mode } from "@/domain/mode"
import type { PaneLinks } from "@/ui/table/pane-links"
import { PaneDetail, PaneDetails, RowPane } from "@/ui/table/row-pane"
import { trpc } from "@/ui/trpc"

interface OfferPaneProps {
  sku: string
  mode: Mode
  links: PaneLinks
  baseUrl: string
}

/** An offer of the store, and the form that changes it. */
export function OfferPane({ sku, mode, links, baseUrl }: OfferPaneProps) {
  const t = useTranslations("StoreOffers")
  const { data } = trpc.storeOffers.get.useQuery({ sku })
  const offer = data?.data
  if (!offer) return null
  return (
    <RowPane
      id={sku}
      title={
        <>
          <span>{offer.product.name}</span>
          <StockBadge stock={offer.stock} />
        </>
      }
      links={links}
    >
      <PaneDetails>
        <PaneDetail name={t("sku")}>
          <span className="font-mono text-xs">{offer.sku}</span>
        </PaneDetail>
        {variantOf(offer) !== undefined && <PaneDetail name={t("variant")}>{offer.name}</PaneDetail>}
        <PaneDetail name={t("status")}>
          <ProductStatusBadge status={offer.product.status} />
        </PaneDetail>
      </PaneDetails>
      <OfferForm offer={offer} mode={mode} baseUrl={baseUrl} />
    </RowPane>
  )
}
