import { expect, test } from "vitest"
import { readSettings } from "./settings.mjs"

const SMTP = { SMTP_URL: "smtp://mail.example" }
const DATABASE = { DATABASE_URL: "postgresql://haat@db.example/haat" }
const PUBLIC = { APP_URL: "https://haat.example" }

test.each([
  ["nothing is set", {}, "localhost", true],
  ["APP_URL is another name of this machine", { APP_URL: "http://127.0.0.1:3000" }, "localhost", true],
  ["APP_URL is ::1", { APP_URL: "http://[::1]:3000" }, "localhost", true],
  ["HOST is one address of the loopback", { HOST: "127.0.0.1" }, "127.0.0.1", true],
  ["HOST is every interface", { HOST: "0.0.0.0", ...SMTP }, "0.0.0.0", false],
  ["APP_URL is public", { ...PUBLIC, ...SMTP }, null, false],
  ["APP_URL begins as the loopback does", { APP_URL: "https://127.0.0.1.haat.example", ...SMTP }, null, false],
  ["APP_URL is public and HOST is not", { ...PUBLIC, HOST: "127.0.0.1", ...SMTP }, "127.0.0.1", false],
  ["the demo is asked for at a public APP_URL", { ...PUBLIC, DEMO: "1" }, "localhost", true],
  ["the demo is asked for on every interface", { HOST: "0.0.0.0", DEMO: "1" }, "0.0.0.0", true],
  ["the demo is not wanted", { DEMO: "0" }, "localhost", false],
  ["the database is another", DATABASE, "localhost", false],
  ["the database is another and the demo is asked for", { ...DATABASE, DEMO: "1" }, "localhost", true],
  ["the database is another and APP_URL is public", { ...DATABASE, ...PUBLIC, ...SMTP }, null, false],
])("where it listens and whether there is a demo when %s", (_name, env, host, demo) => {
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
])("no server runs with %o: its mail has nowhere to go", (env) => {
  expect(readSettings({ NODE_ENV: "test", ...env }).mailRefusal).toMatch(/set SMTP_URL/)
})
