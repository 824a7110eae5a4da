import { expect, test } from "vitest"
import { z } from "zod"
import { IDENTITY_PROVIDER_VARIABLES, identityProviders, requireCompleteProviders } from "@/platform/identity-providers"

const Variables = z.object(IDENTITY_PROVIDER_VARIABLES).superRefine(requireCompleteProviders)

test("no provider is offered by default, and one only with all of its variables", () => {
  expect(identityProviders(Variables.parse({}))).toEqual([])
  expect(identityProviders(Variables.parse({ GOOGLE_CLIENT_ID: "", OIDC_ISSUER: "" }))).toEqual([])
  const [google] = identityProviders(Variables.parse({ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" }))
  expect(google).toMatchObject({ id: "google", name: "Google", issuer: "https://accounts.google.com" })
  const all = {
    OIDC_ISSUER: "https://login.example.com/",
    OIDC_CLIENT_ID: "id",
    OIDC_CLIENT_SECRET: "secret",
    OIDC_NAME: "Example",
  }
  expect(identityProviders(Variables.parse(all))).toMatchObject([
    { id: "oidc", name: "Example", issuer: "https://login.example.com" },
  ])
})

test.each([
  [{ GITHUB_CLIENT_ID: "id" }, ["GITHUB_CLIENT_SECRET"]],
  [{ OIDC_ISSUER: "https://login.example.com" }, ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"]],
])("%j names what is missing", (vars, missing) => {
  const { error } = Variables.safeParse(vars)
  expect(error?.issues.map(({ path }) => path[0])).toEqual(missing)
})
