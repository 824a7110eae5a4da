"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { ConfirmDialog } from "@/app/(portal)/apps/confirm-button"
import { ImportDialog } from "@/app/(portal)/staff/synonyms/import-dialog"
import { useSynonymColumns } from "@/app/(portal)/staff/synonyms/synonym-columns"
import { SynonymDialog } from "@/app/(portal)/staff/synonyms/synonym-dialog"
import { SEARCH_MAX, type SynonymList, synonymsInput } from "@/app/(portal)/staff/synonyms/synonym-list"
import type { SynonymRow } from "@/app/(portal)/staff/synonyms/synonym-text"
import { useRefreshStaff } from "@/app/(portal)/staff/use-refresh-staff"
import { SYNONYM_KINDS } from "@/domain/search-synonym"
import { Button, ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { DataTable } from "@/ui/table/data-table"
import { ChoiceFilter } from "@/ui/table/filters"
import { TableFooter } from "@/ui/table/table-footer"
import { TableSearch } from "@/ui/table/table-search"
import { listUrl, tableQuery } from "@/ui/table/table-url"
import { ExportLink, Toolbar, ToolbarEnd } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

const PATH = "/staff/synonyms"

interface SynonymsViewProps {
  list: SynonymList
  baseUrl: string
}

type OpenDialog = { name: "add" | "import" } | { name: "edit" | "remove"; synonym: SynonymRow }

/** The synonyms that match the search, with everything that changes them. */
export function SynonymsView({ list, baseUrl }: SynonymsViewProps) {
  const t = useTranslations("StaffSynonyms")
  const refresh = useRefreshStaff()
  const [{ data: synonyms, meta }] = trpc.staffSynonyms.list.useSuspenseQuery(synonymsInput(list))
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
  const columns = useSynonymColumns({
    onEdit: (synonym) => open({ name: "edit", synonym }),
    onRemove: (synonym) => open({ name: "remove", synonym }),
  })
  const query = tableQuery(list)
  const common = { path: PATH, query }
  return (
    <>
      <Toolbar
        title={t("title")}
        action={
          <Button variant="primary" onClick={() => open({ name: "add" })}>
            {t("add")}
          </Button>
        }
      >
        <TableSearch {...common} label={t("search")} maxLength={SEARCH_MAX} />
        <ChoiceFilter
          {...common}
          name="kind"
          label={t("kind")}
          options={SYNONYM_KINDS.map((kind) => [kind, t(`kind_${kind}`)])}
        />
        <ToolbarEnd>
          <ButtonLink href={`${PATH}/try`} className="min-h-9!">
            {t("try")}
          </ButtonLink>
          <Button onClick={() => open({ name: "import" })} className="min-h-9!">
            {t("import")}
          </Button>
          <ExportLink href={`${PATH}/export`} />
        </ToolbarEnd>
      </Toolbar>
      <p role="status" className="text-sm empty:hidden">
        {done}
      </p>
      {synonyms.length === 0 ? (
        <EmptyState
          sentence={t("not_found")}
          action={<ButtonLink href={PATH}>{t("show_all")}</ButtonLink>}
          note={t("not_found_note")}
          snippet={`${baseUrl}/products?q=${encodeURIComponent(list.q ?? "")}`}
        />
      ) : (
        <DataTable
          caption={t("lead")}
          rows={synonyms}
          columns={columns}
          rowId={({ id }) => String(id)}
          chosen={list.columns}
          sort={undefined}
          sortHref={(sort) => listUrl(PATH, query, { sort })}
        />
      )}
      <TableFooter {...common} meta={meta} />
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
      {dialog?.name === "remove" && (
        <ConfirmDialog
          title={t("remove_title")}
          text={t("remove_text", { words: dialog.synonym.words.join(", ") })}
          submit={t("remove_submit")}
          staleMessage={t("remove_stale")}
          act={() => remove.mutateAsync({ id: dialog.synonym.id, updated_at: dialog.synonym.updated_at })}
          onClose={() => setDialog(null)}
          onDone={() => finish(t("removed"))}
        />
      )}
      {dialog?.name === "import" && <ImportDialog onClose={() => setDialog(null)} onDone={finish} />}
    </>
  )
}
