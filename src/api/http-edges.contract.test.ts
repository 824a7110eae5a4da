import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "@/auth/password"
import en from "@/i18n/messages/en.json"
import { Lane } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"

// Requirements of RFC 9110 and RFC 9112 on the whole server, outside the API's operations.

const HOST = "haat.example"
const PASSWORD = "kamal kachnar palash"
let lane: Lane

beforeAll(async () => {
  lane = await Lane.open("fast", { APP_URL: `https://${HOST}`, SECURITY_CONTACT: "mailto:security@haat.example" })
})
afterAll(() => lane.close())

/** Sends a raw request and reads until the server closes the connection. */
function raw(text: string): Promise<{ status: number; headers: Headers; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(lane.url).port), "localhost", () => socket.write(text))
    let received = ""
    socket.on("data", (data) => (received += data.toString("latin1")))
    socket.on("error", reject)
    socket.on("close", () => {
      const [head = "", ...body] = received.split("\r\n\r\n")
      const [line = "", ...fields] = head.split("\r\n")
      const headers = new Headers(
        fields.map(
          (field) =>
            [field.slice(0, field.indexOf(":")), field.slice(field.indexOf(":") + 1).trim()] as [string, string],
        ),
      )
      resolve({ status: Number(line.split(" ")[1]), headers, body: body.join("\r\n\r\n") })
    })
  })
}

describe("the Host header (RFC 9112, section 3.2)", () => {
  test.each([
    ["no Host", ""],
    ["two different hosts", "Host: a.example\r\nHost: b.example\r\n"],
    ["two equal hosts", "Host: a.example\r\nHost: a.example\r\n"],
    ["a host with a space", "Host: a b\r\n"],
    ["a list of hosts", "Host: a.example, b.example\r\n"],
    ["a host with a path", "Host: a.example/x\r\n"],
    ["a host with a user name", "Host: me@a.example\r\n"],
    ["a port that is not a number", "Host: a.example:x\r\n"],
  ])("%s is a 400", async (_, headers) => {
    for (const path of ["/v1/status", "/", "/oauth/jwks"]) {
      expect((await raw(`GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)).status).toBe(400)
    }
  })

  test.each(["a.example", "a.example:3000", "[::1]:3000", "127.0.0.1", "x_y.example"])(
    "%s is accepted",
    async (host) => {
      expect((await raw(`GET /v1/status HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status).toBe(200)
    },
  )
})

describe("methods (RFC 9110, sections 9.3.7 and 15.5.6)", () => {
  test("OPTIONS lists the allowed methods of pages, images and the server", async () => {
    const optionsOf = async (target: string): Promise<[number, string | null]> => {
      const { status, headers } = await raw(`OPTIONS ${target} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`)
      return [status, headers.get("allow")]
    }
    expect(await optionsOf("/sign-in")).toEqual([204, "GET, HEAD, POST, OPTIONS"])
    expect(await optionsOf("/media/apps/shop.svg")).toEqual([204, "GET, HEAD, OPTIONS"])
    expect(await optionsOf("*")).toEqual([204, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"])
  })

  test.each(["/media/apps/shop.svg", "/llms.txt", "/robots.txt"])(
    "POST %s is a 405 that lists the allowed methods",
    async (path) => {
      const response = await fetch(lane.url + path, { method: "POST" })
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"])
    },
  )
})

describe("ranges (RFC 9110, section 14)", () => {
  test.each(["bytes=999999999-", "bytes=x", "bytes=5-1", "bytes=-0"])(
    "an unsatisfiable range of a script is ignored: %s",
    async (range) => {
      const page = await (await fetch(`${lane.url}/sign-in`)).text()
      const script = /\/_next\/static\/[^"]+\.js/.exec(page)?.[0] ?? ""
      for (const encoding of ["br", "identity"]) {
        const response = await fetch(lane.url + script, { headers: { range, "accept-encoding": encoding } })
        await response.arrayBuffer()
        expect(response.status).toBe(200)
      }
    },
  )

  test("an image supports ranges and conditional requests", async () => {
    const url = `${lane.url}/media/apps/shop.svg`
    const whole = await fetch(url)
    const etag = whole.headers.get("etag") ?? ""
    const text = await whole.text()
    const part = await fetch(url, { headers: { range: "bytes=0-9", "accept-encoding": "identity" } })
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
      206,
      `bytes 0-9/${text.length}`,
      text.slice(0, 10),
    ])
    expect((await fetch(url, { headers: { range: "bytes=999999-" } })).status).toBe(416)
    expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304)
    expect((await fetch(url, { method: "HEAD" })).headers.get("etag")).toBe(etag)
  })
})

test.each(["/media/apps/shop.svg", "/postman.json", "/llms.txt", "/openapi.json", "/robots.txt"])(
  "%s does not vary by the headers of Next's client-side router",
  async (path) => {
    const response = await fetch(lane.url + path)
    expect(response.status).toBe(200)
    expect(response.headers.get("vary") ?? "").not.toMatch(/rsc|next-/i)
  },
)

test("every response has Strict-Transport-Security when APP_URL is https (RFC 6797)", async () => {
  for (const path of [
    "/",
    "/v1/me",
    "/v1/status",
    "/oauth/jwks",
    "/oauth/token",
    "/api/trpc/me.get",
    "/api/none",
    "/media/apps/shop.svg",
    "/media/none",
    "/openapi.json",
  ]) {
    expect([path, (await fetch(lane.url + path)).headers.get("strict-transport-security")]).toEqual([
      path,
      "max-age=31536000; includeSubDomains",
    ])
  }
})

test.each(["/V1/me", "/v1;x/me", "/V1"])("a request for %s gets a JSON 404", async (path) => {
  const response = await fetch(lane.url + path)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { code: "not_found" } })
})

test.each(["/products/none", "/categories/none", "/docs/guides/none", "/docs/reference/none"])(
  "%s has the not-found page as HTML",
  async (path) => {
    const response = await fetch(lane.url + path, { headers: { "x-haat-missing": "1" } })
    const html = await response.text()
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"])
    expect(html).toContain(`>${en.ErrorPage.missing_title}</h1>`)
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1]
    expect(new Set(html.match(/(?<=<script[^>]* nonce=")[^"]+/g))).toEqual(new Set([nonce]))
  },
)

test("the not-found pages themselves return 404, and no request header selects them", async () => {
  for (const path of ["/not-found/site", "/not-found/portal"]) expect((await fetch(lane.url + path)).status).toBe(404)
  expect((await fetch(`${lane.url}/products`, { headers: { "x-haat-missing": "1" } })).status).toBe(200)
})

describe("documents at well-known URLs", () => {
  test("robots.txt, sitemap.xml and favicon.ico are served", async () => {
    const robots = await (await fetch(`${lane.url}/robots.txt`)).text()
    expect(robots).toContain(`Sitemap: https://${HOST}/sitemap.xml`)
    expect(robots).toContain("Disallow: /oauth/")
    const sitemap = await (await fetch(`${lane.url}/sitemap.xml`)).text()
    expect(sitemap).toContain(`<loc>https://${HOST}/docs/guides/first-call</loc>`)
    const icon = await fetch(`${lane.url}/favicon.ico`)
    expect([icon.status, [...new Uint8Array(await icon.arrayBuffer()).slice(0, 4)]]).toEqual([200, [0, 0, 1, 0]])
  })

  test("security.txt names the contact and expires (RFC 9116)", async () => {
    const text = await (await fetch(`${lane.url}/.well-known/security.txt`)).text()
    expect(text).toContain("Contact: mailto:security@haat.example\n")
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "")
    expect(expires).toBeGreaterThan(Date.now())
    expect(expires).toBeLessThan(Date.now() + 366 * 24 * 60 * 60_000)
  })

  test("change-password redirects to the security settings", async () => {
    const response = await fetch(`${lane.url}/.well-known/change-password`, { redirect: "manual" })
    expect([response.status, response.headers.get("location")]).toEqual([303, `https://${HOST}/settings/security`])
  })

  test("api-catalog links to the OpenAPI description (RFC 9727)", async () => {
    const response = await fetch(`${lane.url}/.well-known/api-catalog`)
    expect(response.headers.get("content-type")).toContain("application/linkset+json")
    expect(await response.json()).toMatchObject({
      linkset: [{ "service-desc": [{ href: `https://${HOST}/v1/openapi.json` }] }],
    })
  })
})

test("the session cookie has the __Host- prefix and the attributes that it requires", async () => {
  const email = "asha@example.in"
  const account = await lane.marketplace.account({ email })
  await lane.marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [
    account,
    await hashPassword(PASSWORD),
  ])
  const client = new PortalClient(lane.url)
  const { csrfToken } = (await (await client.fetch("/api/auth/csrf")).json()) as { csrfToken: string }
  const signedIn = await client.fetch("/api/auth/callback/credentials", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email, password: PASSWORD, csrfToken, json: "true" }).toString(),
  })
  const cookie = signedIn.headers.getSetCookie().find((line) => line.includes("session-token"))
  expect(cookie).toMatch(/^__Host-next-auth\.session-token=[^;]+;/)
  expect(cookie).toMatch(/; Path=\//)
  expect(cookie).toMatch(/; Secure/)
  expect(cookie).not.toMatch(/; Domain/i)
  expect((await client.query<{ data: { email: string } }>("me.get")).data.data.email).toBe(email)
})

describe("bodies of Server Actions that React cannot read are a 400", () => {
  let action: string
  beforeAll(async () => {
    action = /\$ACTION_ID_([0-9a-f]+)/.exec(await (await fetch(`${lane.url}/sign-in`)).text())?.[1] ?? ""
  })

  async function post(body: FormData | string, headers: Record<string, string> = {}): Promise<number> {
    const response = await fetch(`${lane.url}/sign-in`, {
      method: "POST",
      body,
      headers: { origin: `https://${HOST}`, "x-forwarded-host": HOST, ...headers },
      redirect: "manual",
    })
    await response.arrayBuffer()
    return response.status
  }

  function form(fields: Record<string, string>): FormData {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.append(name, value)
    return data
  }

  test.each([
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    "garbage",
    "",
    "{}",
    "null",
    '["$F1"]',
    '["$1"]',
    '["$Q1"]',
    '["$@1"]',
    '[{"then":"$1:then"}]',
    '[{"__proto__":1}]',
  ])("as text: %#", async (body) => {
    expect(await post(body, { "next-action": action, "content-type": "text/plain;charset=UTF-8" })).toBe(400)
  })

  test.each([{ "0": "garbage" }, { x: "1" }, { "0": '["$1:a:b"]', "1": '{"a":1}' }])(
    "as a form: %j",
    async (fields) => {
      expect(await post(form(fields), { "next-action": action })).toBe(400)
    },
  )

  test("as malformed bound arguments", async () => {
    const bound = (value: string): Record<string, string> => ({
      $ACTION_REF_1: "",
      "$ACTION_1:0": JSON.stringify({ id: action, bound: "$@1" }),
      "$ACTION_1:1": value,
    })
    for (const value of ["{{", "{}", '["$9"]']) expect(await post(form(bound(value)))).toBe(400)
  })

  test("as a form whose Origin does not match the forwarded host", async () => {
    expect(
      await post(form({ [`$ACTION_ID_${action}`]: "", locale: "hi" }), { "x-forwarded-host": "elsewhere.example" }),
    ).toBe(400)
  })

  test("bodies that React's client and plain forms send are accepted", async () => {
    const sent: [FormData | string, Record<string, string>][] = [
      [form({ [`$ACTION_ID_${action}`]: "", locale: "hi" }), {}],
      [form({ "0": '["$K1"]', "1_locale": "hi" }), { "next-action": action }],
      [form({ "0": '[{"values":{},"failure":null},"$K1"]' }), { "next-action": action }],
      ["[]", { "next-action": action, "content-type": "text/plain;charset=UTF-8" }],
    ]
    for (const [body, headers] of sent) expect(await post(body, headers)).toBeLessThan(400)
  })
})
