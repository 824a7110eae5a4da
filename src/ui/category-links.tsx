import Link from "next/link"
import { useTranslations } from "next-intl"
import type { Locale } from "@/domain/locale"
import { TranslatedName } from "@/ui/translated-name"

interface CategoryLinksProps {
  categories: readonly { slug: string; name: string; name_locale?: Locale | undefined }[]
}

export function CategoryLinks({ categories }: CategoryLinksProps) {
  const t = useTranslations("Catalogue")
  if (categories.length === 0) return null
  return (
    <nav aria-label={t("categories")}>
      <ul className="flex flex-wrap gap-1.5">
        {categories.map(({ slug, name, name_locale }) => (
          <li key={slug}>
            <Link
              href={`/categories/${slug}`}
              className="inline-flex min-h-9 items-center rounded-full border border-line bg-surface px-3.5 text-sm text-muted hover:text-ink"
            >
              <TranslatedName name={name} language={name_locale} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
