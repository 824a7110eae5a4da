import { getTranslations } from "next-intl/server"

/** A picture of the portal, which `npm run pictures` takes. */
export async function PortalPicture() {
  const t = await getTranslations("Landing")
  return (
    <section aria-labelledby="portal" className="grid gap-6">
      <div className="grid gap-2">
        <h2 id="portal" className="text-2xl font-semibold">
          {t("picture_title")}
        </h2>
        <p className="text-muted">{t("picture_text")}</p>
      </div>
      {/* The browser loads only the one that is displayed. */}
      {(["light", "dark"] as const).map((theme) => (
        // oxlint-disable-next-line nextjs/no-img-element -- it is as small as it can be already
        <img
          key={theme}
          src={`/pictures/overview-${theme}.webp`}
          alt={t("picture_alt")}
          width={1280}
          height={800}
          loading="lazy"
          decoding="async"
          className={`h-auto w-full rounded-2xl border border-line bg-surface shadow-card ${theme === "light" ? "only-light" : "only-dark"}`}
        />
      ))}
    </section>
  )
}
