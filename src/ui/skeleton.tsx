import { useTranslations } from "next-intl"

function Bar({ className }: { className: string }) {
  return <div className={`rounded-md bg-sunken motion-safe:animate-pulse ${className}`} />
}

function Panel({ className }: { className: string }) {
  return (
    <div className={`rounded-2xl border border-line bg-surface p-5 shadow-card ${className}`}>
      <Bar className="h-5 w-2/5" />
      <Bar className="mt-4 h-4/6 w-full" />
    </div>
  )
}

/** The kind of page that a skeleton stands for. */
export type PageKind = "charts" | "list" | "object"

/** Stands for a page whose data is on its way. */
export function Skeleton({ kind }: { kind: PageKind }) {
  const t = useTranslations("Common")
  return (
    <div className="grid gap-6" data-skeleton={kind}>
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <div aria-hidden="true" className="grid gap-6">
        <div className="grid gap-3">
          <Bar className="h-8 w-48" />
          <Bar className="h-5 w-80 max-w-full" />
        </div>
        {kind === "charts" && (
          <>
            <Panel className="h-72" />
            <div className="grid gap-6 md:grid-cols-2">
              <Panel className="h-56" />
              <Panel className="h-56" />
            </div>
          </>
        )}
        {kind === "object" && (
          <>
            <Panel className="h-40" />
            <Panel className="h-72" />
          </>
        )}
        {kind === "list" && (
          <div className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
            {Array.from({ length: 8 }, (_, row) => (
              <div key={row} className="flex items-center gap-6 px-5 py-4">
                <Bar className="h-4 w-1/3" />
                <Bar className="h-4 w-1/5" />
                <Bar className="ml-auto h-4 w-1/6" />
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
