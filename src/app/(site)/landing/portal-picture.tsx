import { getTranslations } from "next-intl/server"

/** A picture of the portal, which `npm run pictures` takes. */
export const PortalPicture = async () => {
  const t = await getTranslations("Landing")
  return (
    <section aria-labelledby="portal" className="grid gap-6">
      <div className="grid gap-2">
        <h2 id="portal" className="text-2xl font-semibold">
          {t("picture_title")}
        </h2>
        <p className="text-muted">{t("picture_text")}</p>
      </div>
      <picture>
        <source media="(prefers-color-scheme: dark)" srcSet="/pictures/overview-dark.webp" />
        <img
          src="/pictures/overview-light.webp"
          alt={t("picture_alt")}
          width={1280}
          height={800}
          loading="lazy"
          decoding="async"
          className="h-auto w-full rounded-2xl border border-line bg-surface shadow-card"
        />
      </picture>
    </section>
  )
}
