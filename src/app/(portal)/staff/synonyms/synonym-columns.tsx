import { useTranslations } from "next-intl"
import { KindBadge } from "@/app/(portal)/staff/synonyms/kind-badge"
import type { SynonymRow } from "@/app/(portal)/staff/synonyms/synonym-text"
import type { TableColumn } from "@/ui/table/column"
import { RowMenu, RowMenuItem } from "@/ui/table/row-menu"

interface SynonymActions {
  onEdit: (synonym: SynonymRow) => void
  onRemove: (synonym: SynonymRow) => void
}

/** The columns of the table of synonyms. */
export function useSynonymColumns({ onEdit, onRemove }: SynonymActions): TableColumn<SynonymRow>[] {
  const t = useTranslations("StaffSynonyms")
  const meanings = ({ means }: SynonymRow): string => (means.length > 0 ? t("finds", { means: means.join(", ") }) : "")
  return [
    {
      id: "words",
      header: t("words"),
      cell: (synonym) => (
        <span title={[synonym.words.join(", "), meanings(synonym)].filter(Boolean).join("\n")}>
          <span className="font-medium">{synonym.words.join(", ")}</span>
          <span className="hidden text-muted @xl:inline"> {meanings(synonym)}</span>
        </span>
      ),
      below: meanings,
      flexible: true,
    },
    { id: "kind", header: t("kind"), cell: ({ kind }) => <KindBadge kind={kind} /> },
    {
      id: "actions",
      header: t("actions"),
      headerHidden: true,
      align: "right",
      cell: (synonym) => {
        const words = synonym.words[0] ?? ""
        return (
          <RowMenu label={t("actions_of", { words })}>
            <RowMenuItem onClick={() => onEdit(synonym)} aria-label={t("edit_name", { words })}>
              {t("edit")}
            </RowMenuItem>
            <RowMenuItem onClick={() => onRemove(synonym)} aria-label={t("remove_name", { words })}>
              {t("remove")}
            </RowMenuItem>
          </RowMenu>
        )
      },
    },
  ]
}
