import { getTranslations } from "next-intl/server"

const STEPS = ["account", "key", "call"] as const

/** The way from an account to a first response. */
export async function FirstMinute() {
  const t = await getTranslations("Landing")
  return (
    <section aria-labelledby="minute" className="grid gap-6">
      <h2 id="minute" className="text-2xl font-semibold">
        {t("minute_title")}
      </h2>
      <ol className="grid gap-x-8 gap-y-5 md:grid-cols-3">
        {STEPS.map((step, index) => (
          <li key={step} className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 gap-y-1">
            <span
              aria-hidden="true"
              className="row-span-2 grid size-9 place-items-center rounded-full bg-marigold-soft font-semibold text-marigold-ink"
            >
              {index + 1}
            </span>
            <h3 className="self-center font-semibold">{t(`step_${step}`)}</h3>
            <p className="col-start-2 text-sm text-muted">{t(`step_${step}_text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
