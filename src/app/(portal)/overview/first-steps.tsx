import { useTranslations } from "next-intl"
import type { FirstSteps as Taken } from "@/features/usage/schema"
import { ButtonLink } from "@/ui/button"
import { CodeBlock } from "@/ui/code-block"

const STEPS = [
  ["key", "/keys"],
  ["request", "/requests"],
  ["webhook", "/webhooks"],
] as const

/** The first steps that are still to do; hidden once all are done. */
export const FirstSteps = ({ steps, snippet }: { steps: Taken; snippet: string }) => {
  const t = useTranslations("Overview")
  const done = STEPS.filter(([name]) => steps[name]).length
  const next = STEPS.find(([name]) => !steps[name])?.[0]
  if (next === undefined) return null
  return (
    <section
      aria-labelledby="first-steps"
      className="grid gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="first-steps" className="text-lg font-semibold">
          {t("steps_title")}
        </h2>
        <p className="text-sm text-muted">{t("steps_done", { done: String(done) })}</p>
      </div>
      <ol className="grid gap-4">
        {STEPS.map(([name, href], number) => (
          <li key={name} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3">
            <Mark done={steps[name]} number={number + 1} />
            <div className="grid gap-2">
              <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
                <div className="min-w-0">
                  <h3 className={steps[name] ? "text-muted" : "font-medium"}>
                    {t(`step_${name}`)} <span className="sr-only">({t(steps[name] ? "done" : "todo")})</span>
                  </h3>
                  {!steps[name] && <p className="text-sm text-muted">{t(`step_${name}_text`)}</p>}
                </div>
                {!steps[name] && (
                  <ButtonLink href={href} variant={name === next ? "primary" : "secondary"}>
                    {t(`step_${name}_action`)}
                  </ButtonLink>
                )}
              </div>
              {name === "request" && !steps.request && <CodeBlock label={t("step_request")} code={snippet} />}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const Mark = ({ done, number }: { done: boolean; number: number }) => (
  <span
    aria-hidden="true"
    className={`grid size-7 place-items-center rounded-full text-sm font-medium tabular-nums ${done ? "bg-neem-soft text-neem-ink" : "border border-line-strong text-muted"}`}
  >
    {done ? (
      <svg viewBox="0 0 16 16" className="size-4">
        <path
          d="m3 8.5 3.2 3.2L13 5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    ) : (
      number
    )}
  </span>
)
