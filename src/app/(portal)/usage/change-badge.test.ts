import { NextIntlClientProvider } from "next-intl"
import { type ComponentProps, createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { ChangeBadge } from "@/app/(portal)/usage/change-badge"
import type { Locale } from "@/domain/locale"
import en from "@/i18n/messages/en.json"
import hi from "@/i18n/messages/hi.json"
import mai from "@/i18n/messages/mai.json"

const MESSAGES = { en, hi, mai }

function changeOf(now: number, before: number, locale: Locale = "en"): string {
  const props: ComponentProps<typeof NextIntlClientProvider> = {
    locale,
    timeZone: "Asia/Kolkata",
    messages: { Usage: MESSAGES[locale].Usage },
    children: createElement(ChangeBadge, { now, before }),
  }
  return renderToStaticMarkup(createElement(NextIntlClientProvider, props)).replace(/<[^>]*>/g, "")
}

it("a change of at least 20 requests is a share up to a tenfold rise, and otherwise the number before", () => {
  expect(changeOf(30, 20)).toBe("+50%")
  expect(changeOf(20, 30)).toBe("−33.3%")
  expect(changeOf(0, 30)).toBe("−100%")
  expect(changeOf(200, 20)).toBe("+900%")
  expect(changeOf(201, 20)).toBe("from 20")
  expect(changeOf(30, 19)).toBe("from 19")
  expect(changeOf(0, 1)).toBe("from 1")
  expect(changeOf(124_000, 1_000)).toBe("from 1,000")
  expect(changeOf(372, 3, "hi")).toBe("पहले 3")
  expect(changeOf(372, 3, "mai")).toBe("पहिने 3")
  expect(changeOf(5, 5)).toBe("=")
  expect(changeOf(5, 0)).toBe("new")
})
