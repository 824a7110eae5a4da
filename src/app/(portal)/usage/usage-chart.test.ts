import { NextIntlClientProvider } from "next-intl"
import { type ComponentProps, createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test, vi } from "vitest"
import type { ChartStep } from "@/app/(portal)/usage/chart-step"
import { UsageChart } from "@/app/(portal)/usage/usage-chart"

vi.mock("next/navigation", () => ({ useRouter: () => ({}) }))

test("the server draws the bars of a chart, and a step without a value differs from one of 0", () => {
  const step = (bars: ChartStep["bars"]): ChartStep => ({ tick: "10", label: "", href: "/requests", bars })
  const props: ComponentProps<typeof NextIntlClientProvider> = {
    locale: "en",
    messages: {},
    timeZone: "Asia/Kolkata",
    children: createElement(UsageChart, {
      ...{ label: "", hint: "", unit: " ms", values: "p95" as const },
      steps: [step([40]), step([0]), step(null), step([10])],
    }),
  }
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, props))
  const steps = html.match(/<li.*?<\/li>/g) ?? []
  expect(steps.map((each) => [/background-size:[^"]*/.exec(each)?.[0] ?? null, each.includes("bg-sunken")])).toEqual([
    ["background-size:84% 100%", false],
    ["background-size:84% 0%", false],
    ["background-size:0", true],
    ["background-size:84% 25%", false],
  ])
})
