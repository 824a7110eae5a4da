"use client"

import { useTranslations } from "next-intl"
import { type AuditEntry, useAuditColumns } from "@/app/(portal)/staff/audit/audit-columns"
import { AUDIT_FILTERS, type AuditList, auditInput, filterLabel, TEXT_MAX } from "@/app/(portal)/staff/audit/audit-list"
import { AuditPane } from "@/app/(portal)/staff/audit/audit-pane"
import { AUDIT_ACTIONS } from "@/domain/audit-action"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { InputField, SelectField } from "@/ui/field"
import { withQuery } from "@/ui/query-url"
import { DataTable } from "@/ui/table/data-table"
import { FilterChip, FilterForm } from "@/ui/table/filters"
import { paneLinks } from "@/ui/table/pane-links"
import { WithPane } from "@/ui/table/row-pane"
import { Toolbar } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

const PATH = "/staff/audit"

interface AuditViewProps {
  list: AuditList
  /** The id of the entry whose details are open. */
  opened: string | undefined
  timeZone: ViewerTimeZone
  baseUrl: string
}

/** The audit entries that match the filters, newest first. */
export function AuditView({ list, opened, timeZone, baseUrl }: AuditViewProps) {
  const t = useTranslations("StaffAudit")
  const [{ data: entries, next }, { dataUpdatedAt: now }] = trpc.auditLog.list.useSuspenseQuery(auditInput(list))
  const { after, ...filters } = list
  const filtered = AUDIT_FILTERS.some((name) => filters[name] !== undefined)
  const common = { path: PATH, query: filters }
  const open = entries.find(({ id }) => id === opened)
  const href = (entry?: AuditEntry): string => withQuery(PATH, { ...list, entry: entry?.id })
  const columns = useAuditColumns({
    href,
    opened: open?.id,
    timeZone,
    now,
  })
  return (
    <>
      <Toolbar title={t("title")}>
        {AUDIT_FILTERS.map((name) => (
          <FilterChip
            key={name}
            {...common}
            names={[name]}
            label={t(name)}
            value={filterLabel(name, filters[name], entries)}
          >
            <FilterForm key={filters[name]} {...common} names={[name]}>
              {name === "action" ? (
                <SelectField label={t("action")} name={name} defaultValue={filters.action}>
                  <option value="">{t("action_any")}</option>
                  {AUDIT_ACTIONS.map(([noun, actions]) => (
                    <optgroup key={noun} label={noun}>
                      <option value={noun}>{t("action_all", { noun })}</option>
                      {actions.map((action) => (
                        <option key={action}>{action}</option>
                      ))}
                    </optgroup>
                  ))}
                </SelectField>
              ) : (
                <InputField
                  label={t(`${name}_filter`)}
                  name={name}
                  defaultValue={filters[name]}
                  maxLength={TEXT_MAX[name]}
                  autoCapitalize="none"
                  spellCheck={false}
                />
              )}
            </FilterForm>
          </FilterChip>
        ))}
        {filtered && entries.length > 0 && (
          <ButtonLink href={PATH} variant="quiet" className="min-h-9!">
            {t("clear")}
          </ButtonLink>
        )}
      </Toolbar>
      {entries.length === 0 ? (
        <EmptyState
          sentence={t(filtered ? "empty" : "empty_all")}
          action={filtered && <ButtonLink href={PATH}>{t("clear")}</ButtonLink>}
          note={t("empty_note")}
          snippet={`${baseUrl}${PATH}?action=api_key.created`}
        />
      ) : (
        <WithPane
          pane={
            open && (
              <AuditPane entry={open} links={paneLinks(entries, (entry) => entry === open, href)} timeZone={timeZone} />
            )
          }
        >
          <DataTable
            caption={t("lead")}
            rows={entries}
            columns={columns}
            rowId={({ id }) => id}
            chosen={undefined}
            sort={undefined}
            sortHref={() => PATH}
            opened={open?.id}
          />
        </WithPane>
      )}
      {(after !== undefined || next !== null) && (
        <nav className="flex flex-wrap justify-between gap-3" aria-label={t("title")}>
          {after !== undefined && <ButtonLink href={withQuery(PATH, filters)}>{t("newest")}</ButtonLink>}
          {next !== null && (
            <ButtonLink href={withQuery(PATH, { ...filters, after: next })} rel="next">
              {t("older")}
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  )
}
