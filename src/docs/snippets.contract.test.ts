import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { freePort } from "@/commands/process/free-port"
import { ensurePython } from "@/testing/setup/program"
import { GUIDES } from "@/docs/guides"
import { operations } from "@/docs/operations"
import { snippetsOf } from "@/docs/snippets"
import { installClientPackage } from "@/testing/fixtures/client-package"
import { OauthProvider } from "@/testing/fixtures/oauth-provider"

// Every program that the documentation shows is run as it stands, against a server.

const run = promisify(execFile)

/** Not every machine has Python; where it is, its programs run too. */
const PYTHON = ensurePython()
function isRunnable({ language }: { language: string }): boolean {
  return language !== "python" || PYTHON !== null
}

const HAS_GO = spawnSync("go", ["version"]).status === 0

const CONCURRENCY = 8

let provider: OauthProvider
let folder: string
let seller: { account: string; store: number; key: string }
let testKey: string
const children: ChildProcess[] = []

beforeAll(async () => {
  provider = await OauthProvider.lease("fast", { WEBHOOK_LOOPBACK: "1" })
  const { marketplace } = provider.lane
  const account = await marketplace.account({ name: "Asha Jha" })
  const store = await marketplace.store("Mithila Haat", { owner: account })
  seller = { account, store, key: (await marketplace.key(account)).secret }
  testKey = (await marketplace.key(account, { mode: "test" })).secret
  for (const name of ["Phool Makhana", "Makhana Laddu"]) await marketplace.product({ name, store, price: 29_900 })
  const parent = mkdtempSync(join(tmpdir(), "haat-snippets-"))
  symlinkSync(resolve("node_modules"), join(parent, "node_modules"))
  folder = join(parent, "project")
  await installClientPackage(folder)
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
})

afterAll(async () => {
  for (const child of children) child.kill()
  await provider.close()
})

function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: "test",
    HAAT_KEY: seller.key,
    ...more,
  }
}

/** The blocks of code in a guide, with this server's address. */
function blocksOf(path: string): { language: string; file: string | undefined; code: string }[] {
  return [...readFileSync(path, "utf8").matchAll(/^```(\w+)(?: file=(\S+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", file, code = ""]) => ({
      language,
      file,
      code: code.replaceAll("{{base_url}}", `${provider.url}/v1`).replaceAll("{{app_url}}", provider.url),
    }),
  )
}

function write(name: string, code: string): string {
  const file = join(folder, name)
  writeFileSync(file, code)
  return file
}

/** Runs a program in one of the languages to its end. */
async function runs(
  language: string,
  code: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<string> {
  const options = { cwd: folder, env: environment(env), timeout: 60_000 }
  const name = `snippet-${Math.random().toString(36).slice(2)}`
  if (language === "bash") return (await run("bash", ["-ec", code], options)).stdout
  if (language === "python") return (await run("python3", [write(`${name}.py`, code), ...args], options)).stdout
  if (language === "js") return (await run(process.execPath, [write(`${name}.mjs`, code), ...args], options)).stdout
  return (await run(process.execPath, ["--import", "tsx", write(`${name}.ts`, code), ...args], options)).stdout
}

async function send(url: string, init?: RequestInit): Promise<Response> {
  for (const late = Date.now() + 60_000; ; ) {
    try {
      return await fetch(url, { redirect: "manual", ...init })
    } catch (error) {
      if (Date.now() > late) throw error
      await new Promise((wake) => setTimeout(wake, 50))
    }
  }
}

/** Starts a server that a guide shows; what it prints, and what it complains of, is gathered. */
async function serve(
  command: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ url: string; printed: () => string; complained: () => string }> {
  const port = String(await freePort())
  const child = spawn(command, args, {
    cwd: folder,
    env: environment({ PORT: port, ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  })
  children.push(child)
  let [printed, complained] = ["", ""]
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complained += text))
  return { url: `http://localhost:${port}`, printed: () => printed, complained: () => complained }
}

test("guides contain the same programs in every language", () => {
  const programsOf = (slug: string) => blocksOf(`docs/guides/${slug}.md`).filter(({ language }) => language !== "json")
  for (const slug of GUIDES)
    for (const locale of ["hi", "mai"])
      expect(programsOf(`${slug}.${locale}`), `${slug}.${locale}`).toEqual(programsOf(slug))
})

test("the first call runs in curl, JavaScript and Python", async () => {
  const blocks = blocksOf("docs/guides/first-call.md")
  const programs = blocks.filter(({ language, code }) => language !== "json" && !code.startsWith("read "))
  expect(programs.map(({ language }) => language)).toEqual(["bash", "js", "python", "bash", "js", "python"])
  const [first, second] = [programs.slice(0, 3), programs.slice(3)]
  for (const { language, code } of first.filter(isRunnable))
    expect(await runs(language, code, { env: { HAAT_KEY: testKey } }), language).toContain("Asha Jha")
  for (const { language, code } of second.filter(isRunnable))
    expect(await runs(language, code, { env: { HAAT_KEY: testKey } }), language).toMatch(/makhana/i)
})

test.skipIf(!HAS_GO)(
  "the reference's Go programs are formatted and compile, and run",
  { timeout: 180_000 },
  async () => {
    const { marketplace } = provider.lane
    await marketplace.product({ name: "Makhana Kheer Mix", store: seller.store })
    const root = join(folder, "go")
    for (const operation of operations()) {
      const directory = join(root, operation.id)
      mkdirSync(directory, { recursive: true })
      writeFileSync(join(directory, "main.go"), `${snippetsOf(operation, `${provider.url}/v1`).go}\n`)
    }
    writeFileSync(join(root, "go.mod"), "module example.com/haat\n\ngo 1.24\n")
    const options = { cwd: root, env: environment({ GOTOOLCHAIN: "local", GOFLAGS: "-mod=mod" }) }
    expect((await run("gofmt", ["-l", "."], options)).stdout).toBe("")
    await run("go", ["vet", "./..."], options)
    const { stdout } = await run("go", ["run", "./listProducts"], options)
    expect(stdout).toMatch(/^200 OK .*makhana/i)
  },
)

test("the reference's snippets run in all languages", async () => {
  const { marketplace } = provider.lane
  await marketplace.product({
    name: "Phool Makhana, Classic, 250 g",
    slug: "phool-makhana-classic-250-g",
    store: seller.store,
  })
  const programs = operations()
    .filter(
      ({ method, parameters, path, stream }) =>
        !stream &&
        method === "GET" &&
        (path === "/products/{slug}" || parameters.every(({ in: place }) => place !== "path")),
    )
    .flatMap((operation) => {
      const snippets = snippetsOf(operation, `${provider.url}/v1`)
      return [
        { language: "bash", code: snippets.curl.replace("curl ", "curl -sf ") },
        { language: "js", code: snippets.javascript },
        { language: "python", code: snippets.python },
        { language: "ts", code: snippets.sdk },
      ].map((program) => ({ ...program, of: operation.id, env: operation.sandbox ? { HAAT_KEY: testKey } : {} }))
    })
    .filter(isRunnable)
  const waiting = [...programs]
  const failed: string[] = []
  const runOneByOne = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { of, language, code, env } = next
      await runs(language, code, { env }).catch((error: unknown) =>
        failed.push(`${of} in ${language}: ${String(error)}`),
      )
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runOneByOne))
  expect(failed).toEqual([])
  expect(programs.length).toBeGreaterThanOrEqual(PYTHON ? 28 : 21)
})

test("the shipping guide's programs ship an order once", async () => {
  const { marketplace } = provider.lane
  const blocks = blocksOf("docs/guides/ship-an-order.md")
  const program = (file: string): string => blocks.find((block) => block.file === file)?.code ?? ""
  const [list, ship] = blocks.filter(({ language }) => language === "bash").map(({ code }) => code)
  const order = await marketplace.order({ account: seller.account, stores: [seller.store] })
  const number = order.sellerOrders[0]?.number ?? ""
  expect(JSON.parse(await runs("bash", list ?? ""))).toMatchObject({
    data: [{ number, delivery_address: { city: "Darbhanga" } }],
  })
  expect(await runs("js", program("waiting.mjs"))).toContain(`${number} ship by`)
  expect(JSON.parse(await runs("bash", (ship ?? "").replace("HT-2605-000123-1", number)))).toMatchObject({
    data: { number, status: "shipped" },
  })
  const next = await marketplace.order({ account: seller.account, stores: [seller.store], status: "delivered" })
  // Its Idempotency-Key is the parcel's: another order with the same one is refused, a delivered one is told apart.
  expect(
    await runs("js", program("ship.mjs").replaceAll("PX-4402917", "PX-1"), {
      args: [next.sellerOrders[0]?.number ?? ""],
    }),
  ).toContain("cannot be shipped now")
})

test("the webhook guide's programs register an endpoint and read missed events", async () => {
  const [register, replay] = blocksOf("docs/guides/receive-webhooks.md")
    .filter(({ language }) => language === "bash")
    .map(({ code }) => code)
  // No name is looked up in a test.
  const here = (register ?? "").replace("https://shop.example/", "http://127.0.0.1:9/")
  expect(JSON.parse(await runs("bash", here))).toMatchObject({
    data: {
      url: "http://127.0.0.1:9/haat",
      events: ["order.created", "seller.order.updated"],
      secret: expect.stringMatching(/^whsec_/) as string,
    },
  })
  expect(JSON.parse(await runs("bash", replay ?? ""))).toMatchObject({
    meta: { page: 1, per_page: 100 },
    data: expect.any(Array) as unknown[],
  })
})

test("the retry loop runs and reports an error", async () => {
  const [loop] = blocksOf("docs/guides/errors.md").filter(({ file }) => file === "request.mjs")
  const program = `${loop?.code}\nconsole.log((await request("/me")).data.name)\nconst told = await request("/products/nothing").catch(({ message }) => message)\nconsole.log(told)`
  const printed = await runs("js", program)
  expect(printed).toContain("Asha Jha")
  expect(printed).toMatch(/not_found: .+ \([0-9a-f-]{36}\)/)
})

test("the programs on limits and versions run", async () => {
  for (const guide of ["limits", "versions"])
    for (const { code } of blocksOf(`docs/guides/${guide}.md`))
      expect(await runs("bash", code), guide).toMatch(/x-ratelimit-remaining|2026-05-01/i)
})

test("the programs on the sandbox run", async () => {
  const answers: string[] = []
  for (const { code } of blocksOf("docs/guides/sandbox.md"))
    answers.push(await runs("bash", code.replaceAll("curl ", "curl -sSf "), { env: { HAAT_KEY: testKey } }))
  expect(answers.map((answer) => /"id":"(?:sbx|ord|flt)_/.test(answer))).toEqual([
    ...[true, true, true, true, true, false, true],
  ])
})

test("the TypeScript client's programs run", async () => {
  const { marketplace } = provider.lane
  const programs = new Map(blocksOf("docs/guides/typescript-client.md").map(({ file, code }) => [file, code]))
  const order = await marketplace.order({ account: seller.account, stores: [seller.store] })
  const number = order.sellerOrders[0]?.number ?? ""
  expect(await runs("ts", programs.get("me.ts") ?? "")).toMatch(/Asha Jha true [0-9a-f-]{36}/)
  expect(await runs("ts", programs.get("products.ts") ?? "")).toMatch(/Makhana Laddu 299[\s\S]*in all/)
  expect(await runs("ts", programs.get("ship.ts") ?? "", { args: [number] })).toContain(`${number} is shipped`)
  expect(await runs("ts", programs.get("ship.ts") ?? "", { args: ["HT-0000-000000-1"] })).toContain(
    `${provider.url}/docs/errors#not_found`,
  )
})

describe("the webhook receivers", () => {
  const SECRET = `whsec_${Buffer.from("a secret of twenty-four!").toString("base64")}`
  const body = JSON.stringify({
    id: "evt_1",
    type: "order.created",
    timestamp: "2026-05-01T09:30:00.000Z",
    api_version: "2026-05-01",
    livemode: true,
    data: { number: "HT-2605-000123" },
  })
  const ping = JSON.stringify({
    id: "evt_0",
    type: "ping",
    timestamp: "2026-05-01T09:29:00.000Z",
    api_version: "2026-05-01",
    livemode: true,
    data: { webhook_endpoint: "we_1" },
  })
  const headersAt = (at: Date, text = body, id = "evt_1"): Record<string, string> => ({
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    // While a secret is being rotated there are two.
    "webhook-signature": `v1,AAAA ${new Webhook(SECRET).sign(id, at, text)}`,
  })

  test.each([
    ["receive-webhooks", "receiver.mjs", process.execPath, []],
    ...(PYTHON ? [["receive-webhooks", "receiver.py", "python3", [] as string[]] as const] : []),
    ["typescript-client", "webhook.ts", process.execPath, ["--import", "tsx"]],
  ] as const)("%s, %s accepts each signed event once and nothing else", async (guide, file, command, options) => {
    const code = blocksOf(`docs/guides/${guide}.md`).find((block) => block.file === file)?.code ?? ""
    const { url, printed, complained } = await serve(command, [...options, write(file, code)], {
      HAAT_WEBHOOK_SECRET: SECRET,
    })
    const post = async (headers: Record<string, string>, text = body): Promise<number> =>
      (await send(url, { method: "POST", headers, body: text })).status
    // What the portal's button sends.
    expect(await post(headersAt(new Date(), ping, "evt_0"), ping)).toBe(204)
    expect(await post(headersAt(new Date()))).toBe(204)
    expect(await post(headersAt(new Date()))).toBe(204)
    expect(await post(headersAt(new Date()), body.replace("000123", "000124"))).toBe(400)
    expect(await post(headersAt(new Date(Date.now() - 6 * 60_000)))).toBe(400)
    expect(await post({ "webhook-id": "evt_1" })).toBe(400)
    await expect.poll(printed).toContain("order.created")
    if (guide === "receive-webhooks") expect(printed()).toBe("order.created HT-2605-000123\n")
    expect(complained()).not.toMatch(/Error|Traceback/)
  })
})

test("the Node OAuth guide's server signs in, calls the API, and rejects a response that it did not request", async () => {
  const port = String(await freePort())
  const app = await provider.app({
    redirectUris: [`http://localhost:${port}/callback`],
    required: ["openid", "profile.read"],
  })
  const code = blocksOf("docs/guides/oauth-node.md").find(({ file }) => file === "server.mjs")?.code ?? ""
  const { url } = await serve(process.execPath, [write("server.mjs", code)], {
    PORT: port,
    HAAT_CLIENT_ID: app.clientId,
    HAAT_CLIENT_SECRET: app.secret ?? "",
  })
  const here = url.replace(/:\d+$/, `:${port}`)
  expect(await (await send(here)).text()).toContain("/login")
  const login = await send(`${here}/login`)
  const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? ""
  const person = await provider.person({ name: "Ganesh Jha" })
  const callback = await provider.completeAuthorization(provider.browser(), person, login.headers.get("location") ?? "")
  expect((await send(callback.href)).status).toBe(400)
  const signedIn = await send(callback.href, { headers: { cookie } })
  expect([signedIn.status, signedIn.headers.get("location")]).toEqual([302, "/"])
  expect(await (await send(here, { headers: { cookie } })).text()).toBe("Hello, Ganesh Jha")
  expect((await send(callback.href, { headers: { cookie } })).status).toBe(400)
})
