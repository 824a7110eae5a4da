"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { ConfirmButton } from "@/app/(portal)/apps/confirm-button"
import { ImportDialog } from "@/app/(portal)/staff/synonyms/import-dialog"
import { SynonymDialog } from "@/app/(portal)/staff/synonyms/synonym-dialog"
import { type SynonymRow, SynonymText } from "@/app/(portal)/staff/synonyms/synonym-text"
import { useRefreshStaff } from "@/app/(portal)/staff/use-refresh-staff"
import { pluralValues } from "@/i18n/format"
import type { PortalInputs } from "@/ui/api"
import { Button, ButtonLink } from "@/ui/button"
import { buttonClasses } from "@/ui/button-variant"
import { EmptyState } from "@/ui/empty-state"
import { Pager } from "@/ui/pager"
import { withQuery } from "@/ui/query-url"
import { trpc } from "@/ui/trpc"

interface SynonymsViewProps {
  filter: PortalInputs["staffSynonyms"]["list"]
  baseUrl: string
}

type OpenDialog = { name: "add" } | { name: "edit"; synonym: SynonymRow } | { name: "import" }

/** The synonyms that match the search, with everything that changes them. */
export function SynonymsView({ filter, baseUrl }: SynonymsViewProps) {
  const t = useTranslations("StaffSynonyms")
  const locale = useLocale()
  const refresh = useRefreshStaff()
  const [{ data: synonyms, meta }] = trpc.staffSynonyms.list.useSuspenseQuery(filter)
  const remove = trpc.staffSynonyms.remove.useMutation()
  // Above the rows, because a change elsewhere can take a row off the page while its dialog is open.
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [done, setDone] = useState("")
  const finish = (message: string): void => {
    setDialog(null)
    setDone(message)
    void refresh()
  }
  const open = (next: OpenDialog): void => {
    setDone("")
    setDialog(next)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" onClick={() => open({ name: "add" })}>
          {t("add")}
        </Button>
        <ButtonLink href="/staff/synonyms/try">{t("try")}</ButtonLink>
        <Button onClick={() => open({ name: "import" })}>{t("import")}</Button>
        <a href="/staff/synonyms/export" download className={buttonClasses("secondary")}>
          {t("export")}
        </a>
        <p className="text-sm text-muted">{t("count", pluralValues(meta.total, locale))}</p>
      </div>
      <p role="status" className="text-sm empty:hidden">
        {done}
      </p>
      {synonyms.length === 0 ? (
        <EmptyState
          sentence={t("nothing_found")}
          action={<ButtonLink href="/staff/synonyms">{t("show_all")}</ButtonLink>}
          note={t("nothing_note")}
          snippet={`${baseUrl}/products?q=${encodeURIComponent(filter.q ?? "")}`}
        />
      ) : (
        <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
          {synonyms.map((synonym) => (
            <li
              key={synonym.id}
              className="grid gap-x-4 gap-y-1 px-4 py-1 max-sm:py-2.5 sm:min-h-10 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
              data-synonym={synonym.id}
            >
              <SynonymText synonym={synonym} />
              <div className="flex flex-wrap gap-1 [&_button]:min-h-8 [&_button]:py-0">
                <Button
                  variant="quiet"
                  onClick={() => open({ name: "edit", synonym })}
                  aria-label={t("edit_name", { words: nameOf(synonym) })}
                >
                  {t("edit")}
                </Button>
                <ConfirmButton
                  label={t("remove")}
                  named={t("remove_name", { words: nameOf(synonym) })}
                  look="quiet"
                  title={t("remove_title")}
                  text={t("remove_text", { words: synonym.words.join(", ") })}
                  submit={t("remove_submit")}
                  goneMessage={t("remove_gone")}
                  act={() => remove.mutateAsync({ id: synonym.id, updated_at: synonym.updated_at })}
                  onDone={() => finish(t("removed"))}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={meta.page}
        last={meta.last_page}
        href={(other) => withQuery("/staff/synonyms", { ...filter, page: other })}
      />
      {dialog?.name === "add" && (
        <SynonymDialog synonym={null} onClose={() => setDialog(null)} onDone={() => finish(t("added"))} />
      )}
      {dialog?.name === "edit" && (
        <SynonymDialog
          synonym={dialog.synonym}
          onClose={() => {
            setDialog(null)
            void refresh()
          }}
          onDone={() => finish(t("saved"))}
        />
      )}
      {dialog?.name === "import" && <ImportDialog onClose={() => setDialog(null)} onDone={finish} />}
    </>
  )
}

function nameOf({ words }: SynonymRow): string {
  return words[0] ?? ""
}
