import { useLocale, useTranslations } from "next-intl"
import { PlainTable } from "@/app/(portal)/usage/plain-table"
import { Share } from "@/app/(portal)/usage/share"
import type { RequestClients } from "@/features/requests/schema"
import { formatAgo, formatNumber } from "@/i18n/format"

/** From where and with what a key was used in the last days. Render it only on the server: it has relative times. */
export function KeyClients({ clients }: { clients: RequestClients }) {
  const t = useTranslations("KeyPage")
  const locale = useLocale()
  const table = (kind: "ips" | "user_agents") => (
    <PlainTable
      caption={t(kind)}
      rows={clients[kind]}
      rowId={({ value }) => value ?? ""}
      columns={[
        {
          id: "value",
          header: t(kind),
          flexible: true,
          cell: ({ value }) =>
            value === null ? (
              <span className="text-muted">{t("client_none")}</span>
            ) : (
              <span title={value} className="font-mono text-xs">
                {value}
              </span>
            ),
        },
        {
          id: "requests",
          header: t("client_requests"),
          align: "right",
          cell: ({ requests }) => <Share share={requests / clients.requests}>{formatNumber(requests, locale)}</Share>,
        },
        {
          id: "last",
          header: t("client_last"),
          align: "right",
          from: "sm",
          cell: ({ last_at }) => <span className="text-muted">{formatAgo(last_at, locale)}</span>,
        },
      ]}
    />
  )
  return (
    <section aria-labelledby="key-clients" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="key-clients" className="text-lg font-semibold">
          {t("clients_title")}
        </h2>
        {clients.incomplete && (
          <p className="text-xs text-muted">{t("clients_newest", { n: formatNumber(clients.requests, locale) })}</p>
        )}
      </div>
      {clients.requests === 0 ? (
        <p className="rounded-xl border border-line bg-surface px-4 py-3 text-sm text-muted">{t("clients_empty")}</p>
      ) : (
        <>
          {table("ips")}
          {table("user_agents")}
        </>
      )}
    </section>
  )
}
