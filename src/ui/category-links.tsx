import Link from "next/link"
import { useTranslations } from "next-intl"

export const CategoryLinks = ({ categories }: { categories: readonly { slug: string; name: string }[] }) => {
  const t = useTranslations("Catalogue")
  if (categories.length === 0) return null
  return (
    <nav aria-label={t("categories")}>
      <ul className="flex flex-wrap gap-1.5">
        {categories.map(({ slug, name }) => (
          <li key={slug}>
            <Link
              href={`/categories/${slug}`}
              className="inline-flex min-h-9 items-center rounded-full border border-line bg-surface px-3.5 text-sm text-muted hover:text-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
