import { execFile, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { chromium } from "playwright"

// Measures a running Haat with its demo by Lighthouse's mobile profile, and prints a table in Markdown: the median of
// three runs of each page, beside that of an empty page of Next (bench/constant).
//
// npm start, and in another terminal: node bench/lighthouse.mjs [http://localhost:3000] [.data] [page...]

const LIGHTHOUSE = "lighthouse@12.8.2"
const RUNS = Number(process.env.RUNS ?? 3)
const EMPTY = "an empty page of Next"
const [base = "http://localhost:3000", data = ".data", ...only] = process.argv.slice(2)
const OPEN = [
  "/",
  "/?lang=hi",
  "/sign-in",
  "/sign-up",
  "/docs",
  "/docs/guides/receive-webhooks",
  "/docs/guides/receive-webhooks?lang=hi",
  "/docs/reference",
  "/docs/reference/listProducts",
  "/docs/reference/events/order.shipped",
  "/docs/errors",
  "/docs/changelog",
  "/docs/search?q=webhook",
  "/status",
  "/terms",
  "/privacy",
  "/products?q=rice",
  "a product",
  "a category",
  "sign-in to an app",
]
const SIGNED_IN = ["/overview", "/keys", "/requests", "consent"]

const root = fileURLToPath(new URL("..", import.meta.url))
const NEXT = "node_modules/next/dist/bin/next"
const folder = mkdtempSync(join(tmpdir(), "haat-lighthouse-"))
const chrome =
  process.env.CHROME_PATH ??
  ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync) ??
  chromium.executablePath()

async function signIn() {
  const { email, password } = JSON.parse(readFileSync(join(data, "demo.json"), "utf8")).accounts.developer
  const jar = new Map()
  const ask = async (path, init = {}) => {
    const response = await fetch(base + path, {
      ...init,
      redirect: "manual",
      headers: { ...init.headers, cookie: [...jar].map((pair) => pair.join("=")).join("; ") },
    })
    for (const cookie of response.headers.getSetCookie()) jar.set(...cookie.split(";")[0].split(/=(.*)/s).slice(0, 2))
    return response
  }
  const { csrfToken } = await (await ask("/api/auth/csrf")).json()
  await ask("/api/auth/callback/credentials", {
    method: "POST",
    body: new URLSearchParams({ email, password, csrfToken, callbackUrl: "/", json: "true" }),
  })
  return jar
}

async function textIn(path, pattern, jar = new Map()) {
  const cookie = [...jar].map((pair) => pair.join("=")).join("; ")
  const found = pattern.exec(await (await fetch(base + path, { headers: { cookie } })).text())?.[1]
  if (found === undefined) throw new Error(`${path} has nothing like ${pattern}`)
  return found
}

async function consentPath(jar) {
  const app = await textIn("/apps", /href="(\/apps\/haat_client_[^"/]+)"/, jar)
  const redirect = await textIn(app, /redirect_uri=([^&"\s\\]+)/, jar)
  const challenge = createHash("sha256").update("lighthouse").digest("base64url")
  return `/oauth/authorize?response_type=code&client_id=${app.split("/").at(-1)}&redirect_uri=${redirect}&scope=openid+profile+orders.read&state=s&code_challenge=${challenge}&code_challenge_method=S256`
}

/**
 * A browser in India with these cookies in its own store: sent as a header, they would be lost once a page sets
 * another.
 */
async function browse(name, cookies, work) {
  const profile = join(folder, name)
  const flags = [
    "--headless=new",
    "--no-sandbox",
    "--no-first-run",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "about:blank",
  ]
  const browser = spawn(chrome, flags, { stdio: "ignore", env: { ...process.env, TZ: "Asia/Kolkata" } })
  const ended = new Promise((resolve) => browser.once("exit", resolve))
  try {
    const portFile = join(profile, "DevToolsActivePort")
    while (!existsSync(portFile) || readFileSync(portFile, "utf8") === "")
      await Promise.race([setTimeout(50), ended.then(() => Promise.reject(new Error("the browser did not start")))])
    const port = Number.parseInt(readFileSync(portFile, "utf8"), 10)
    const { context, close } = await chromium
      .connectOverCDP(`http://127.0.0.1:${port}`)
      .then((over) => ({ context: over.contexts()[0], close: () => over.close() }))
    await context.addCookies([...cookies].map(([cookie, value]) => ({ name: cookie, value, url: base })))
    await close()
    return await work(port)
  } finally {
    browser.kill()
    await ended
  }
}

/**
 * The empty page, built and served by Next itself.
 * @returns its URL, and what ends its server
 */
async function serveEmptyPage() {
  await promisify(execFile)(process.execPath, [NEXT, "build", "bench/constant"], { cwd: root })
  const port = await freePort()
  const url = `http://localhost:${port}/empty`
  const server = spawn(process.execPath, [NEXT, "start", "bench/constant", "--port", String(port)], {
    cwd: root,
    stdio: "ignore",
    env: { ...process.env, NODE_ENV: "production" },
  })
  const ended = new Promise((resolve) => server.once("exit", resolve))
  const isServed = () =>
    fetch(url)
      .then(({ ok }) => ok)
      .catch(() => false)
  while (!(await isServed())) {
    await Promise.race([setTimeout(100), ended])
    if (server.exitCode !== null) throw new Error("Next did not start")
  }
  const stop = () => {
    server.kill()
    return ended
  }
  return { url, stop }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

async function audit({ url, signIn: expectsSignIn }, port) {
  const report = join(folder, "report.json")
  const flags = [
    "--quiet",
    "--output=json",
    `--output-path=${report}`,
    `--port=${port}`,
    "--only-categories=performance,accessibility,best-practices,seo",
  ]
  await promisify(execFile)("npx", ["--yes", LIGHTHOUSE, url, ...flags], { cwd: folder })
  const { categories, audits, finalDisplayedUrl } = JSON.parse(readFileSync(report, "utf8"))
  if (new URL(finalDisplayedUrl).pathname.includes("sign-in") !== expectsSignIn)
    throw new Error(`${url} has led to ${finalDisplayedUrl}`)
  for (const { id } of ["accessibility", "best-practices", "seo"].flatMap((name) => categories[name].auditRefs))
    if (audits[id].score === 0) console.error(`${url}: ${audits[id].title}`)
  const score = (name) => Math.round(categories[name].score * 100)
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    practices: score("best-practices"),
    seo: score("seo"),
    lcp: audits["largest-contentful-paint"].numericValue / 1000,
    cls: audits["cumulative-layout-shift"].numericValue,
  }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

const empty = await serveEmptyPage()
try {
  const jar = await signIn()
  const paths = {
    "a product": await textIn("/products?q=rice", /href="(\/products\/[^"?]+)"/),
    "a category": await textIn("/products", /href="(\/categories\/[^"?]+)"/),
    "sign-in to an app": await consentPath(jar),
    consent: await consentPath(jar),
  }
  const pages = [
    { name: EMPTY, url: empty.url, cookies: new Map(), signIn: false },
    ...OPEN.map((name) => ({
      name,
      url: base + (paths[name] ?? name),
      cookies: new Map(),
      signIn: /sign-in/.test(name),
    })),
    ...SIGNED_IN.map((name) => ({ name, url: base + (paths[name] ?? name), cookies: jar, signIn: false })),
  ].filter(({ name }) => only.length === 0 || name === EMPTY || only.includes(name))
  const runs = new Map(pages.map(({ name }) => [name, []]))
  // In rounds, so that the load of the machine is the same for all; each in a browser of its own with an empty cache.
  for (let round = 0; round < RUNS; round++)
    for (const page of pages)
      runs
        .get(page.name)
        .push(await browse(`${round}-${pages.indexOf(page)}`, page.cookies, (port) => audit(page, port)))
  const medianOf = (name, figure) => median(runs.get(name).map((run) => run[figure]))
  console.log(
    "| page | performance | accessibility | best practices | SEO | LCP | above the empty page | CLS |\n|---|---|---|---|---|---|---|---|",
  )
  for (const { name } of pages) {
    const lcp = medianOf(name, "lcp")
    console.log(
      `| ${name} | ${["performance", "accessibility", "practices", "seo"].map((figure) => medianOf(name, figure)).join(" | ")} | ${lcp.toFixed(2)} s | ${(lcp - medianOf(EMPTY, "lcp")).toFixed(2)} s | ${medianOf(name, "cls").toFixed(3)} |`,
    )
  }
} finally {
  await empty.stop()
  rmSync(folder, { recursive: true, force: true })
}
