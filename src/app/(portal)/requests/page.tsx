import type { Metadata } from "next"
import { getLocale, getTranslations } from "next-intl/server"
import { modeOf } from "@/app/(portal)/mode"
import { ModeSwitch } from "@/app/(portal)/mode-switch"
import { FilterForm } from "@/app/(portal)/requests/filter-form"
import { FindForm } from "@/app/(portal)/requests/find-form"
import {
  cursorOf,
  filterOf,
  logAddress,
  momentOfAddress,
  requestOf,
  searchedId,
} from "@/app/(portal)/requests/log-address"
import { LogTable } from "@/app/(portal)/requests/log-table"
import { RequestDetails } from "@/app/(portal)/requests/request-details"
import { RequestDrawer } from "@/app/(portal)/requests/request-drawer"
import { shownMode } from "@/app/(portal)/shown-mode"
import { readersClock } from "@/app/time-zone"
import { orNotFound, portal, requireVisitor } from "@/app/visitor"
import { formatSecond } from "@/i18n/format"
import { env } from "@/platform/env"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { Notice } from "@/ui/notice"
import { PageHeading } from "@/ui/page-heading"
import { withQuery } from "@/ui/query-address"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Requests"))("title") })

const RequestsPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const asked = await searchParams
  const clock = await readersClock()
  const { zone } = clock
  const address = filterOf(asked, zone)
  const [before, opened, id] = [cursorOf(asked), requestOf(asked), searchedId(asked)]
  await requireVisitor(logAddress(address, { before, request: opened, id }))
  const caller = await portal()
  const [t, locale, { data: credentials }] = await Promise.all([
    getTranslations("Requests"),
    getLocale(),
    caller.requests.credentials(),
  ])
  const mode = await shownMode(address.mode, credentials)
  const filter = { ...address, mode }
  const { key, from, until, ...rest } = filter
  const [page, detail] = await Promise.all([
    id === undefined
      ? caller.requests.list({
          ...rest,
          credential: key,
          from: momentOfAddress(from, zone)?.toISOString(),
          until: momentOfAddress(until, zone)?.toISOString(),
          before,
        })
      : caller.requests.find({ request_id: id }).then(({ data }) => ({ data, next: null, searched_to: null })),
    opened === undefined ? null : orNotFound(caller.requests.get({ id: opened })),
  ])
  // What is found by its id may be of the other mode than the one that was looked at.
  const [found] = id === undefined ? [] : page.data
  const told = found ? modeOf(found.livemode) : mode
  const filtered = Object.entries(address).some(([name, value]) => name !== "mode" && value !== undefined)
  const newest = id === undefined && before === undefined && until === undefined
  const here = (request?: string): string => logAddress(filter, { before, id, request })
  return (
    <ClientMessages namespaces={["Requests", "Problems"]}>
      <PageHeading title={t("title")} lead={t("lead")}>
        <ModeSwitch
          label={t("mode")}
          mode={told}
          href={(other) => logAddress({ ...address, key: undefined, mode: other })}
        />
      </PageHeading>
      <FindForm id={id} mode={mode} />
      {id === undefined ? (
        <FilterForm
          filter={filter}
          zone={zone}
          credentials={credentials.filter(({ livemode }) => livemode === (mode === "live"))}
        />
      ) : (
        <div role="status" className="flex flex-wrap items-center justify-between gap-3">
          {page.data.length === 0 ? (
            <Notice tone="warning">{t("find_none", { id })}</Notice>
          ) : (
            <h2 className="font-semibold wrap-anywhere">{t("find_found", { id })}</h2>
          )}
          <ButtonLink href={logAddress({ mode })}>{t("find_clear")}</ButtonLink>
        </div>
      )}
      {(page.data.length > 0 || id === undefined) && (
        <LogTable
          rows={page.data}
          names={Object.fromEntries(credentials.map((credential) => [credential.id, credential.name]))}
          opened={opened}
          here={here()}
          clock={clock}
          live={newest ? withQuery("", { ...rest, credential: key }).slice(1) : null}
          nothing={
            page.data.length === 0 && (
              <Nothing
                filtered={filtered || before !== undefined}
                clear={logAddress({ mode })}
                live={newest && !filtered}
              />
            )
          }
        />
      )}
      {(page.searched_to !== null || page.next !== null || before !== undefined) && (
        <nav aria-label={t("older")} className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-sm text-muted">
            {page.searched_to !== null && t("searched", { time: formatSecond(page.searched_to, locale, clock) })}
          </span>
          <span className="flex flex-wrap gap-3">
            {before !== undefined && <ButtonLink href={logAddress(filter)}>{t("newest")}</ButtonLink>}
            {page.next !== null && (
              <ButtonLink href={logAddress(filter, { before: page.next })} rel="next">
                {t(page.searched_to === null ? "older" : "search_on")}
              </ButtonLink>
            )}
          </span>
        </nav>
      )}
      {detail && (
        <RequestDrawer key={detail.data.id} title={`${detail.data.method} ${detail.data.path}`} back={here()}>
          <RequestDetails request={detail.data} clock={clock} baseUrl={env.appUrl} />
        </RequestDrawer>
      )}
    </ClientMessages>
  )
}

const Nothing = async ({ filtered, clear, live }: { filtered: boolean; clear: string; live: boolean }) => {
  const t = await getTranslations("Requests")
  if (filtered)
    return <EmptyState sentence={t("empty_filtered")} action={<ButtonLink href={clear}>{t("reset")}</ButtonLink>} />
  return (
    <EmptyState
      sentence={t("empty")}
      action={<ButtonLink href="/keys">{t("empty_action")}</ButtonLink>}
      {...(live && {
        note: t("empty_note"),
        snippet: `curl ${env.appUrl}/v1/me \\\n  -H "Authorization: Bearer $HAAT_KEY"`,
      })}
    />
  )
}

export default RequestsPage
