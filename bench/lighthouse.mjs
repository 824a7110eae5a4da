import { execFile, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { promisify } from "node:util"
import { chromium } from "playwright"

// Measures a running Haat with its demo by Lighthouse's mobile profile, and prints a table in Markdown: the median of
// three runs of each page.
//
// npm start, and in another terminal: node bench/lighthouse.mjs [http://localhost:3000] [.data]

const LIGHTHOUSE = "lighthouse@12.8.2"
const RUNS = 3
const [base = "http://localhost:3000", data = ".data"] = process.argv.slice(2)
const OPEN = ["/", "/status", "/sign-in", "/docs", "/docs/reference", "/products?q=rice", "a product"]
const SIGNED_IN = ["/overview", "/keys", "/requests", "consent"]

const folder = mkdtempSync(join(tmpdir(), "haat-lighthouse-"))
const chrome =
  process.env.CHROME_PATH ??
  ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync) ??
  chromium.executablePath()

const signIn = async () => {
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

const textIn = async (path, pattern, jar = new Map()) => {
  const cookie = [...jar].map((pair) => pair.join("=")).join("; ")
  const found = pattern.exec(await (await fetch(base + path, { headers: { cookie } })).text())?.[1]
  if (found === undefined) throw new Error(`${path} has nothing like ${pattern}`)
  return found
}

const consentPath = async (jar) => {
  const app = await textIn("/apps", /href="(\/apps\/haat_client_[^"/]+)"/, jar)
  const redirect = await textIn(app, /redirect_uri=([^&"\s\\]+)/, jar)
  const challenge = createHash("sha256").update("lighthouse").digest("base64url")
  return `/oauth/authorize?response_type=code&client_id=${app.split("/").at(-1)}&redirect_uri=${redirect}&scope=openid+profile+orders.read&state=s&code_challenge=${challenge}&code_challenge_method=S256`
}

/**
 * A browser in India with these cookies in its own store: sent as a header, they would be lost once a page sets
 * another.
 */
const browse = async (name, cookies, work) => {
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

const audit = async (path, port) => {
  const report = join(folder, "report.json")
  const flags = [
    "--quiet",
    "--output=json",
    `--output-path=${report}`,
    `--port=${port}`,
    "--only-categories=performance,accessibility,best-practices,seo",
  ]
  await promisify(execFile)("npx", ["--yes", LIGHTHOUSE, base + path, ...flags], { cwd: folder })
  const { categories, audits, finalDisplayedUrl } = JSON.parse(readFileSync(report, "utf8"))
  if (new URL(finalDisplayedUrl).pathname.includes("sign-in") !== path.startsWith("/sign-in"))
    throw new Error(`${path} has led to ${finalDisplayedUrl}`)
  for (const { id } of ["accessibility", "best-practices", "seo"].flatMap((name) => categories[name].auditRefs))
    if (audits[id].score === 0) console.error(`${path}: ${audits[id].title}`)
  const score = (name) => Math.round(categories[name].score * 100)
  return [
    score("performance"),
    score("accessibility"),
    score("best-practices"),
    score("seo"),
    audits["largest-contentful-paint"].numericValue / 1000,
    audits["cumulative-layout-shift"].numericValue,
  ]
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

try {
  const jar = await signIn()
  const paths = {
    "a product": await textIn("/products?q=rice", /href="(\/products\/[^"?]+)"/),
    consent: await consentPath(jar),
  }
  console.log(
    "| page | performance | accessibility | best practices | SEO | LCP | CLS |\n|---|---|---|---|---|---|---|",
  )
  for (const [pages, cookies] of [
    [OPEN, new Map()],
    [SIGNED_IN, jar],
  ]) {
    for (const page of pages) {
      const runs = []
      // Each run in a browser of its own with an empty cache.
      for (let run = 0; run < RUNS; run++)
        runs.push(
          await browse(`${pages.indexOf(page)}-${cookies.size}-${run}`, cookies, (port) =>
            audit(paths[page] ?? page, port),
          ),
        )
      const [performance, accessibility, practices, seo, lcp, cls] = runs[0].map((_, index) =>
        median(runs.map((run) => run[index])),
      )
      console.log(
        `| ${String(page)} | ${performance} | ${accessibility} | ${practices} | ${seo} | ${lcp.toFixed(1)} s | ${cls.toFixed(3)} |`,
      )
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
