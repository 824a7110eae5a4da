import { getTranslations } from "next-intl/server"

/** Marks the pages of the sandbox. */
export async function SandboxBar() {
  const t = await getTranslations("Mode")
  return (
    <aside
      data-sandbox-bar
      aria-label={t("sandbox")}
      className="sticky top-0 z-40 min-h-8 content-center bg-marigold px-4 py-1 text-center text-sm text-on-marigold sm:px-6"
    >
      <strong className="font-semibold">{t("sandbox")}:</strong> {t("bar")}
    </aside>
  )
}
