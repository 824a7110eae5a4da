import { useLocale, useTranslations } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { StoreOrder } from "@/features/seller-orders/schema"
import { formatTime } from "@/i18n/format"

/** The parcel of an order that is shipped. */
export function Parcel({
  shipment: { courier_name, awb, tracking_url, shipped_at, delivered_at },
  timeZone,
}: {
  shipment: NonNullable<StoreOrder["shipment"]>
  timeZone: ViewerTimeZone
}) {
  const t = useTranslations("Store")
  const locale = useLocale()
  return (
    <div>
      <h3 className="text-muted">{t("parcel")}</h3>
      <p className="wrap-anywhere">
        {courier_name} <span className="font-mono">{awb}</span>
      </p>
      <p className="text-muted">
        {delivered_at === null
          ? `${t("shipped_at")} ${formatTime(shipped_at, locale, timeZone)}`
          : `${t("delivered_at")} ${formatTime(delivered_at, locale, timeZone)}`}
      </p>
      {tracking_url !== null && (
        <a href={tracking_url} rel="noreferrer" className="link">
          {t("track")}
        </a>
      )}
    </div>
  )
}
