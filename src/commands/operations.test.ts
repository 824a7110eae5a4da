import { randomBytes } from "node:crypto"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { Client } from "pg"
import { expect, test } from "vitest"
import { COMMAND_STOP_MS } from "../platform/shutdown/stop-times"
import { blankDatabase } from "../testing/setup/database"
import { migrate } from "../../prisma/migrate"

// The files and documents for operators must agree with the code.

const unit = readFileSync("deploy/haat.service", "utf8")

function settingOf(name: string): string | undefined {
  return new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1]
}

test("the systemd unit runs and restarts npm start, with a stop timeout longer than a shutdown", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } }
  expect(settingOf("ExecStart")).toBe(scripts.start.replace(/^exec /, "/usr/bin/env "))
  expect(settingOf("Restart")).toBe("always")
  // It is restarted without a limit, whatever the reason.
  expect(settingOf("StartLimitIntervalSec")).toBe("0")
  // The time to stop the servers, then the embedded database.
  expect(Number(settingOf("TimeoutStopSec")) * 1000).toBeGreaterThanOrEqual(COMMAND_STOP_MS + 10_000)
  expect(readFileSync("docs/operations.md", "utf8")).toContain(`TimeoutStopSec=${settingOf("TimeoutStopSec")}`)
})

test("systemd-analyze accepts the unit where it is installed", () => {
  const { error, status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", "deploy/haat.service"], {
    encoding: "utf8",
  })
  if (error && "code" in error && error.code === "ENOENT") return
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" })
})

test("the documented ANALYZE of a restored database causes no warning for a role that owns only the database", async () => {
  const select = /^SELECT format\('ANALYZE .*(?= \\gexec$)/m.exec(readFileSync("docs/operations.md", "utf8"))?.[0] ?? ""
  const role = `restorer_${randomBytes(6).toString("hex")}`
  const blank = await blankDatabase()
  const admin = new Client({ connectionString: blank.url })
  await admin.connect()
  const url = new URL(blank.url)
  Object.assign(url, { username: role, password: "restorer" })
  const client = new Client({ connectionString: url.href })
  const notices: string[] = []
  client.on("notice", ({ message }) => notices.push(message ?? ""))
  try {
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'restorer'`)
    await admin.query(`ALTER DATABASE ${admin.database} OWNER TO ${role}`)
    await migrate(url.href)
    await client.connect()
    const { rows } = await client.query<{ format: string }>(select)
    for (const { format } of rows) await client.query(format)
    const { rows: left } = await client.query(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relowner = current_user::regrole AND reltuples < 0",
    )
    expect([rows.length > 30, left, notices]).toEqual([true, [], []])
    await client.query("ANALYZE")
    expect(notices.length).toBeGreaterThan(10)
  } finally {
    await client.end()
    await admin.query(`REASSIGN OWNED BY ${role} TO CURRENT_USER`)
    await admin.query(`DROP OWNED BY ${role}`)
    await admin.query(`DROP ROLE ${role}`)
    await admin.end()
    await blank.drop()
  }
})
