import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readGithubUser } from "@/auth/external-identity/github-user"

// A server with GitHub's documented responses: GitHub itself cannot be reached from tests.

let emails: object[] = []
const server = createServer(({ url, headers }, response) => {
  const body = url === "/user" ? { id: 583_231, login: "octocat", name: null, email: "public@example.com" } : emails
  response
    .writeHead(headers.authorization === "Bearer token" ? 200 : 401, { "content-type": "application/json" })
    .end(JSON.stringify(body))
})
function api(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

test("only the primary address counts, with GitHub's word on whether it is verified", async () => {
  emails = [
    { email: "old@example.com", primary: false, verified: true, visibility: null },
    { email: "asha@example.com", primary: true, verified: true, visibility: "private" },
  ]
  expect(await readGithubUser("token", api())).toEqual({
    sub: "583231",
    name: "octocat",
    email: "asha@example.com",
    email_verified: true,
  })
  emails = [{ email: "asha@example.com", primary: true, verified: false, visibility: null }]
  expect(await readGithubUser("token", api())).toMatchObject({ email: "asha@example.com", email_verified: false })
  emails = []
  expect(await readGithubUser("token", api())).toEqual({ sub: "583231", name: "octocat" })
})

test("a refused token is an error", async () => {
  await expect(readGithubUser("other", api())).rejects.toThrow("401")
})
