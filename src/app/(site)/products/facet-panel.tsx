import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { type CatalogueFilters, hrefOf, priceRange } from "@/app/(site)/products/filters"
import type { Locale } from "@/domain/locale"
import { formatNumber, pluralValues } from "@/i18n/format"
import type { Facets } from "@/trpc/product-meta"
import { CloseIcon } from "@/ui/icons"
import { TranslatedName } from "@/ui/translated-name"

interface FacetPanelProps {
  facets: Facets
  filters: CatalogueFilters
}

interface Choice {
  key: string
  name: ReactNode
  count: number
  chosen: boolean
  href: string
  /** How far below the top of the category tree. */
  depth?: number
}

/** More values of a facet are folded. */
const SHOWN = 8

/** The numbers of products by facet, as links that set or remove a filter: beside wide lists, folded above narrow ones. */
export function FacetPanel(props: FacetPanelProps) {
  const t = useTranslations("Facets")
  return (
    <>
      <details className="rounded-xl border border-line bg-surface lg:hidden">
        <summary className="cursor-pointer rounded-xl px-4 py-2.5 text-sm font-medium">{t("title")}</summary>
        <div className="border-t border-line px-4 py-4">
          <FacetGroups {...props} />
        </div>
      </details>
      <aside aria-label={t("title")} className="hidden lg:block">
        <FacetGroups {...props} />
      </aside>
    </>
  )
}

function FacetGroups({ facets, filters }: FacetPanelProps) {
  const t = useTranslations("Facets")
  const locale = useLocale()
  const parents = new Map(facets.category?.values.map(({ id, parent_id }) => [id, parent_id]))
  const depthOf = (id: number | null): number => (id === null ? 0 : depthOf(parents.get(id) ?? null) + 1)
  return (
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-1">
      <FacetGroup
        title={t("category")}
        choices={treeOrder(facets.category?.values ?? []).map(({ id, slug, name, name_locale, parent_id, count }) => ({
          key: slug,
          name: <TranslatedName name={name} language={name_locale} />,
          count,
          chosen: filters.category === slug,
          href: hrefOf(filters, { category: filters.category === slug ? undefined : slug }),
          depth: depthOf(parent_id === id ? null : parent_id),
        }))}
        shown={Infinity}
      />
      <FacetGroup
        title={t("price")}
        choices={(facets.price?.values ?? []).map(({ min_price, max_price, count }) => {
          const range = { min_price: min_price ?? undefined, max_price: max_price ?? undefined }
          const selected = filters.min_price === range.min_price && filters.max_price === range.max_price
          return {
            key: String(min_price),
            name: priceRange(range, t, locale),
            count,
            chosen: selected,
            href: hrefOf(filters, selected ? { min_price: undefined, max_price: undefined } : range),
          }
        })}
        shown={Infinity}
      />
      <FacetGroup
        title={t("brand")}
        choices={(facets.brand?.values ?? []).map(({ slug, name, count }) => ({
          key: slug,
          name,
          count,
          chosen: filters.brand === slug,
          href: hrefOf(filters, { brand: filters.brand === slug ? undefined : slug }),
        }))}
      />
      <FacetGroup
        title={t("seller")}
        choices={(facets.seller?.values ?? []).map(({ store, name, count }) => ({
          key: store,
          name,
          count,
          chosen: filters.seller === store,
          href: hrefOf(filters, { seller: filters.seller === store ? undefined : store }),
        }))}
      />
      <FacetGroup
        title={t("availability")}
        choices={(facets.in_stock?.values ?? [])
          .filter(({ value }) => value)
          .map(({ count }) => ({
            key: "in_stock",
            name: t("in_stock"),
            count,
            chosen: filters.in_stock === true,
            href: hrefOf(filters, { in_stock: filters.in_stock ? undefined : true }),
          }))}
      />
    </div>
  )
}

type CategoryValue = NonNullable<Facets["category"]>["values"][number]

/** Each category followed by its children. */
function treeOrder(values: readonly CategoryValue[], parent: number | null = null): CategoryValue[] {
  return values
    .filter(({ parent_id }) => parent_id === parent)
    .flatMap((value) => [value, ...treeOrder(values, value.id)])
}

function FacetGroup({ title, choices, shown = SHOWN }: { title: string; choices: readonly Choice[]; shown?: number }) {
  const t = useTranslations("Facets")
  if (choices.length === 0) return null
  const selected = choices.findIndex(({ chosen: isChosen }) => isChosen)
  const first = choices.slice(0, Math.max(shown, selected + 1))
  const rest = choices.slice(first.length)
  return (
    <section className="grid content-start gap-1.5">
      <h2 className="text-sm font-semibold">{title}</h2>
      <Choices choices={first} />
      {rest.length > 0 && (
        <details>
          <summary className="link w-fit cursor-pointer py-1 text-sm">{t("more")}</summary>
          <Choices choices={rest} />
        </details>
      )}
    </section>
  )
}

function Choices({ choices }: { choices: readonly Choice[] }) {
  const t = useTranslations("Catalogue")
  const locale = useLocale()
  return (
    <ul className="grid">
      {choices.map(({ key, name, count, chosen: selected, href, depth = 0 }) => (
        <li key={key} className={INDENTS[Math.min(depth, INDENTS.length - 1)]}>
          <Link
            href={href}
            prefetch={false}
            rel="nofollow"
            scroll={false}
            aria-current={selected ? "true" : undefined}
            className="-mx-2 flex min-h-8 items-baseline justify-between gap-3 rounded-lg px-2 py-1 text-sm text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink"
          >
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span aria-hidden="true" className="text-xs tabular-nums">
              {formatNumber(count, locale)}
            </span>
            <span className="sr-only">{t("count", pluralValues(count, locale))}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const INDENTS = ["", "pl-3", "pl-6", "pl-9"]

/** The filters that are set, each a link that removes it. */
export function ActiveFilters({ facets, filters }: FacetPanelProps) {
  const t = useTranslations("Facets")
  const locale = useLocale()
  const nameOf = (value: { name: string; name_locale?: Locale | undefined } | undefined, slug: string): ReactNode =>
    value ? <TranslatedName name={value.name} language={value.name_locale} /> : slug
  const { category, brand, seller, min_price, max_price, in_stock } = filters
  const active: { key: string; name: ReactNode; href: string }[] = [
    ...(category === undefined
      ? []
      : [
          {
            key: "category",
            name: nameOf(
              facets.category?.values.find(({ slug }) => slug === category),
              category,
            ),
            href: hrefOf(filters, { category: undefined }),
          },
        ]),
    ...(min_price === undefined && max_price === undefined
      ? []
      : [
          {
            key: "price",
            name: priceRange({ min_price, max_price }, t, locale),
            href: hrefOf(filters, { min_price: undefined, max_price: undefined }),
          },
        ]),
    ...(brand === undefined
      ? []
      : [
          {
            key: "brand",
            name: nameOf(
              facets.brand?.values.find(({ slug }) => slug === brand),
              brand,
            ),
            href: hrefOf(filters, { brand: undefined }),
          },
        ]),
    ...(seller === undefined
      ? []
      : [
          {
            key: "seller",
            name: nameOf(
              facets.seller?.values.find(({ store }) => store === seller),
              seller,
            ),
            href: hrefOf(filters, { seller: undefined }),
          },
        ]),
    ...(in_stock ? [{ key: "in_stock", name: t("in_stock"), href: hrefOf(filters, { in_stock: undefined }) }] : []),
  ]
  if (active.length === 0) return null
  return (
    <nav aria-label={t("active")}>
      <ul className="flex flex-wrap items-center gap-1.5">
        {active.map(({ key, name, href }) => (
          <li key={key}>
            <Link
              href={href}
              prefetch={false}
              className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-ink bg-ink py-1 pr-2.5 pl-3.5 text-sm text-paper hover:opacity-90"
            >
              <span className="sr-only">{t("remove")} </span>
              {name}
              <CloseIcon className="size-3 shrink-0" />
            </Link>
          </li>
        ))}
        {active.length > 1 && (
          <li>
            <Link href={hrefOf({ q: filters.q }, {})} prefetch={false} className="link px-2 text-sm">
              {t("clear")}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}
