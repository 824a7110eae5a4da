import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type AddressInfo, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { freePort } from "./process/free-port"
import { tryLock } from "./process/lock.mjs"
import { root } from "./root.mjs"
import { testDatabase } from "../testing/setup/database"

let dataDir: string
let servers: Server[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "haat-start-"))
  servers = []
})

afterEach(() => {
  for (const server of servers) server.close()
  rmSync(dataDir, { recursive: true })
})

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return (server.address() as AddressInfo).port
}

async function start(env: Record<string, string>): Promise<{ exitCode: number | null; errors: string }> {
  const child = spawn(process.execPath, ["src/commands/haat.mjs", "start"], {
    cwd: root,
    env: { NODE_ENV: "test", PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(await freePort()), ...env },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let errors = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text))
  return new Promise((resolve) => child.on("close", (exitCode) => resolve({ exitCode, errors })))
}

/** Responds as a PostgreSQL of the given version would to a client that connects and asks for it (protocol 3.0). */
function oldPostgres(version: string, number: number): Server {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }
  const column = (name: string, type: number) => {
    const fields = Buffer.alloc(18)
    fields.writeInt32BE(type, 6)
    return Buffer.concat([Buffer.from(`${name}\0`), fields])
  }
  const cell = (text: string) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(text.length)
    return Buffer.concat([length, Buffer.from(text)])
  }
  const two = Buffer.from([0, 2])
  const idle = message("Z", Buffer.from("I"))
  return createServer((socket) => {
    socket.on("error", () => undefined)
    socket.once("data", () => {
      socket.write(Buffer.concat([message("R", Buffer.alloc(4)), idle]))
      socket.once("data", () => {
        socket.write(
          Buffer.concat([
            message("T", Buffer.concat([two, column("number", 23), column("version", 25)])),
            message("D", Buffer.concat([two, cell(String(number)), cell(version)])),
            message("C", Buffer.from("SELECT 1\0")),
            idle,
          ]),
        )
      })
    })
  })
}

describe("npm start says in one line, with exit code 1, that", () => {
  test("PORT is not a port", async () => {
    expect(await start({ PORT: "70000" })).toEqual({
      exitCode: 1,
      errors: 'haat: PORT is "70000", which is not a port from 1 to 65535\n',
    })
  })

  test.each([
    ["APP_URL", { APP_URL: "https://haat.example", TRUST_PROXY: "1" }, "APP_URL is https://haat.example"],
    ["HOST", { HOST: "0.0.0.0" }, 'HOST is "0.0.0.0"'],
    ["HOST with DATABASE_URL", { HOST: "::", DATABASE_URL: "postgresql://haat@127.0.0.1/haat" }, 'HOST is "::"'],
  ])("others can connect because of %s, and no mail server is set", async (_name, env, why) => {
    expect(await start(env)).toEqual({
      exitCode: 1,
      errors:
        `haat: ${why}, which others can reach, and there is no mail server: set SMTP_URL, such as smtp://user:password@mail.example:587, ` +
        "or DEMO=1 for a demo whose mail stays on this machine\n",
    })
  })

  test("HOST is not an IP address, or not one of this machine", async () => {
    expect(await start({ HOST: "haat.example" })).toEqual({
      exitCode: 1,
      errors: 'haat: HOST is "haat.example", which is neither an IP address nor localhost\n',
    })
    expect(await start({ HOST: "192.0.2.1", SMTP_URL: "smtp://mail.example" })).toEqual({
      exitCode: 1,
      errors: 'haat: HOST is "192.0.2.1", which is no address of this machine\n',
    })
  })

  test("the database holds the demo, and others can connect", async () => {
    const database = await testDatabase()
    try {
      expect(
        await start({ DATABASE_URL: database.url, APP_URL: "https://haat.example", SMTP_URL: "smtp://mail.example" }),
      ).toEqual({
        exitCode: 1,
        errors:
          "haat: the database holds the demo, which others can reach here: set another DATA_DIR or DATABASE_URL, or DEMO=1 to show the demo to them\n",
      })
    } finally {
      await database.drop()
    }
  })

  test("DATA_DIR cannot be written to", async () => {
    expect(await start({ DATA_DIR: "/dev/null/haat" })).toEqual({
      exitCode: 1,
      errors: "haat: DATA_DIR /dev/null/haat cannot be written to: ENOTDIR\n",
    })
  })

  test("the port is in use, also on a single loopback address", async () => {
    const port = await listen(createServer())
    expect(await start({ PORT: String(port) })).toEqual({
      exitCode: 1,
      errors: `haat: port ${port} is taken by another program: stop it, or set PORT to another one\n`,
    })
  })

  test("another npm start runs on the same DATA_DIR", async () => {
    tryLock(join(dataDir, "start.lock"))
    expect(await start({})).toEqual({
      exitCode: 1,
      errors: `haat: already running on ${dataDir} (process ${process.pid}): stop that one, or set another DATA_DIR and PORT\n`,
    })
  })

  test("the database of DATABASE_URL cannot be reached, without printing the password", async () => {
    const port = await freePort()
    expect(await start({ DATABASE_URL: `postgresql://haat:hunter2@127.0.0.1:${port}/haat` })).toEqual({
      exitCode: 1,
      errors: `haat: the database at 127.0.0.1:${port}/haat cannot be reached (DATABASE_URL): ECONNREFUSED\n`,
    })
  })

  test("the database rejects the password, without printing it", async () => {
    const url = new URL(process.env.HAAT_TEST_POSTGRES ?? "")
    url.password = "hunter2"
    const { exitCode, errors } = await start({ DATABASE_URL: url.href })
    expect(exitCode).toBe(1)
    expect(errors).toBe(
      `haat: the database at ${url.host}/haat cannot be reached (DATABASE_URL): password authentication failed for user "haat"\n`,
    )
  })

  test("DATABASE_URL is not a valid URL, without printing it", async () => {
    expect(await start({ DATABASE_URL: "haat:hunter2@localhost" })).toEqual({
      exitCode: 1,
      errors: "haat: DATABASE_URL is not a URL of the form postgresql://user:password@host:port/database\n",
    })
  })

  test("PostgreSQL is too old", async () => {
    const port = await listen(oldPostgres("14.11", 140_011))
    expect(await start({ DATABASE_URL: `postgresql://haat:hunter2@127.0.0.1:${port}/haat` })).toEqual({
      exitCode: 1,
      errors: `haat: the database at 127.0.0.1:${port}/haat is PostgreSQL 14.11: 15 or later is needed\n`,
    })
  })
})
