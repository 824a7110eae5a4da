import { expect, test } from "vitest"
import { readSettings } from "./settings.mjs"

const SMTP = { SMTP_URL: "smtp://mail.example" }
const DATABASE = { DATABASE_URL: "postgresql://haat@db.example/haat" }
const PUBLIC = { APP_URL: "https://haat.example" }

test.each([
  ["nothing is set", {}, "localhost", true],
  ["APP_URL is 127.0.0.1", { APP_URL: "http://127.0.0.1:3000" }, "localhost", true],
  ["APP_URL is ::1", { APP_URL: "http://[::1]:3000" }, "localhost", true],
  ["HOST is one loopback address", { HOST: "127.0.0.1" }, "127.0.0.1", true],
  ["HOST is every interface", { HOST: "0.0.0.0", ...SMTP }, "0.0.0.0", false],
  ["APP_URL is public", { ...PUBLIC, ...SMTP }, null, false],
  ["APP_URL begins like a loopback address", { APP_URL: "https://127.0.0.1.haat.example", ...SMTP }, null, false],
  ["APP_URL is public and HOST is not", { ...PUBLIC, HOST: "127.0.0.1", ...SMTP }, "127.0.0.1", false],
  ["DEMO is 1 and APP_URL is public", { ...PUBLIC, DEMO: "1" }, "localhost", true],
  ["DEMO is 1 and HOST is every interface", { HOST: "0.0.0.0", DEMO: "1" }, "0.0.0.0", true],
  ["DEMO is 0", { DEMO: "0" }, "localhost", false],
  ["DATABASE_URL is set", DATABASE, "localhost", false],
  ["DATABASE_URL is set and DEMO is 1", { ...DATABASE, DEMO: "1" }, "localhost", true],
  ["DATABASE_URL is set and APP_URL is public", { ...DATABASE, ...PUBLIC, ...SMTP }, null, false],
])("the host and the demo are determined when %s", (_name, env, host, demo) => {
  expect(readSettings({ NODE_ENV: "test", ...env })).toMatchObject({ host, demo, mailRefusal: null })
})

test.each([
  [PUBLIC],
  [{ HOST: "0.0.0.0" }],
  [{ HOST: "::" }],
  [{ HOST: "192.0.2.1" }],
  [{ ...PUBLIC, HOST: "127.0.0.1" }],
  [{ ...PUBLIC, ...DATABASE }],
  [{ ...PUBLIC, DEMO: "0" }],
])("a mail server is required with %o", (env) => {
  expect(readSettings({ NODE_ENV: "test", ...env }).mailRefusal).toMatch(/set SMTP_URL/)
})
