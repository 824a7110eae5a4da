import { expect, test } from "vitest"
import { needsAdmission } from "@/api/page-admission"

test("pages that Next renders need a slot; static files and the long-lived live log do not", () => {
  for (const url of [
    "/",
    "/docs",
    "/sign-in?next=/keys",
    "/api/trpc/keys.list",
    "/api/requests/live/x",
    "/openapi.json",
    "/oauth/consent?interaction=x",
  ])
    expect(needsAdmission(url)).toBe(true)
  for (const url of [
    "/_next/static/chunks/a.js",
    "/media/picture.webp",
    "/favicon.ico",
    "/static/style/x.css",
    "/api/requests/live?mode=test",
  ])
    expect(needsAdmission(url)).toBe(false)
})
