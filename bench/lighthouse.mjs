import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

// What Lighthouse's mobile profile says of a running Haat with its demo, as a table in Markdown: the median of three runs of each page.
//   npm start, and beside it: node bench/lighthouse.mjs [http://localhost:3000] [.data]

const LIGHTHOUSE = "lighthouse@12.8.2"
const RUNS = 3
const [base = "http://localhost:3000", data = ".data"] = process.argv.slice(2)
const OPEN = ["/", "/sign-in", "/docs", "/docs/reference", "/products?q=rice", "a product"]
const SIGNED_IN = ["/overview", "/keys", "/requests", "consent"]

const folder = mkdtempSync(join(tmpdir(), "haat-lighthouse-"))
const chrome = process.env.CHROME_PATH ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync)

const signIn = async () => {
  const { email, password } = JSON.parse(readFileSync(join(data, "demo.json"), "utf8")).accounts.developer
  const jar = new Map()
  const ask = async (path, init = {}) => {
    const response = await fetch(base + path, { ...init, redirect: "manual", headers: { ...init.headers, cookie: [...jar].map((pair) => pair.join("=")).join("; ") } })
    for (const cookie of response.headers.getSetCookie()) jar.set(...cookie.split(";")[0].split(/=(.*)/s).slice(0, 2))
    return response
  }
  const { csrfToken } = await (await ask("/api/auth/csrf")).json()
  await ask("/api/auth/callback/credentials", { method: "POST", body: new URLSearchParams({ email, password, csrfToken, callbackUrl: "/", json: "true" }) })
  return [...jar].map((pair) => pair.join("=")).join("; ")
}

const textIn = async (path, pattern, cookie = "") => {
  const found = pattern.exec(await (await fetch(base + path, { headers: { cookie } })).text())?.[1]
  if (found === undefined) throw new Error(`${path} has nothing like ${pattern}`)
  return found
}

const consentPath = async (cookie) => {
  const app = await textIn("/apps", /href="(\/apps\/haat_client_[^"/]+)"/, cookie)
  const redirect = await textIn(app, /redirect_uri=([^&"\s\\]+)/, cookie)
  const challenge = createHash("sha256").update("lighthouse").digest("base64url")
  return `/oauth/authorize?response_type=code&client_id=${app.split("/").at(-1)}&redirect_uri=${redirect}&scope=openid+profile+orders.read&state=s&code_challenge=${challenge}&code_challenge_method=S256`
}

const audit = async (path, cookie) => {
  const headers = join(folder, "headers.json")
  const report = join(folder, "report.json")
  writeFileSync(headers, JSON.stringify(cookie ? { Cookie: cookie } : {}))
  const flags = ["--quiet", "--output=json", `--output-path=${report}`, `--extra-headers=${headers}`, "--chrome-flags=--headless=new --no-sandbox", "--only-categories=performance,accessibility,best-practices"]
  await promisify(execFile)("npx", ["--yes", LIGHTHOUSE, base + path, ...flags], { cwd: folder, env: { ...process.env, ...(chrome && { CHROME_PATH: chrome }) } })
  const { categories, audits } = JSON.parse(readFileSync(report, "utf8"))
  for (const { id } of categories["accessibility"].auditRefs.concat(categories["best-practices"].auditRefs)) if (audits[id].score === 0) console.error(`${path}: ${audits[id].title}`)
  const score = (name) => Math.round(categories[name].score * 100)
  return [score("performance"), score("accessibility"), score("best-practices"), audits["largest-contentful-paint"].numericValue / 1000, audits["cumulative-layout-shift"].numericValue]
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

try {
  const cookie = await signIn()
  const paths = { "a product": await textIn("/products?q=rice", /href="(\/products\/[^"?]+)"/), consent: await consentPath(cookie) }
  console.log("| page | performance | accessibility | best practices | LCP | CLS |\n|---|---|---|---|---|---|")
  for (const page of [...OPEN, ...SIGNED_IN]) {
    const path = paths[page] ?? page
    const runs = []
    for (let run = 0; run < RUNS; run++) runs.push(await audit(path, SIGNED_IN.includes(page) ? cookie : null))
    const [performance, accessibility, practices, lcp, cls] = runs[0].map((_, place) => median(runs.map((run) => run[place])))
    console.log(`| ${page} | ${performance} | ${accessibility} | ${practices} | ${lcp.toFixed(1)} s | ${cls.toFixed(3)} |`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
