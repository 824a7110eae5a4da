import { importJWK, type JWK } from "jose"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { OauthProvider, type OauthResponse } from "@/testing/fixtures/oauth-provider"
import { type Metadata, stringList } from "@/testing/fixtures/relying-party"

// What the OpenID Foundation's conformance suite asks of a provider in its plan oidcc-config-certification-test-plan,
// for a registered client. The provider is public, so its URLs are https.

const PUBLIC_URL = "https://haat.example"

/** What we publish of IANA's registry "OAuth Authorization Server Metadata". */
const REGISTERED = [
  "issuer",
  "authorization_endpoint",
  "token_endpoint",
  "userinfo_endpoint",
  "revocation_endpoint",
  "end_session_endpoint",
  "jwks_uri",
  "service_documentation",
  "scopes_supported",
  "response_types_supported",
  "response_modes_supported",
  "grant_types_supported",
  "subject_types_supported",
  "id_token_signing_alg_values_supported",
  "token_endpoint_auth_methods_supported",
  "revocation_endpoint_auth_methods_supported",
  "code_challenge_methods_supported",
  "claim_types_supported",
  "claims_supported",
  "claims_parameter_supported",
  "request_parameter_supported",
  "request_uri_parameter_supported",
  "authorization_response_iss_parameter_supported",
  "acr_values_supported",
  "prompt_values_supported",
  "display_values_supported",
  "ui_locales_supported",
]

describe("the plan Config OP", () => {
  let provider: OauthProvider
  let discovery: OauthResponse
  let metadata: Metadata

  beforeAll(async () => {
    provider = await OauthProvider.open("fast", { APP_URL: PUBLIC_URL })
    discovery = await provider.request("/.well-known/openid-configuration")
    metadata = discovery.json
  })
  afterAll(() => provider.close())

  const expectHttps = (name: string): void => {
    const { protocol, hash, username, origin } = new URL(String(metadata[name]))
    expect([name, protocol, hash, username, origin]).toEqual([name, "https:", "", "", PUBLIC_URL])
  }
  const list = (name: string): string[] => stringList(metadata, name)

  test("oidcc-discovery-endpoint-verification", async () => {
    expect([discovery.status, discovery.headers.get("content-type")]).toEqual([
      200,
      expect.stringMatching(/^application\/json\b/),
    ])

    // The issuer has no path, query or fragment, and is where the document was found.
    expect(metadata.issuer).toBe(PUBLIC_URL)
    for (const name of Object.keys(metadata)) {
      expect(REGISTERED).toContain(name)
      if (/^issuer$|_endpoint$|_uri$|_documentation$/.test(name)) expectHttps(name)
      else if (name.endsWith("_parameter_supported")) expect([name, typeof metadata[name]]).toEqual([name, "boolean"])
      else list(name)
    }
    for (const name of ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"]) expectHttps(name)
    expect(metadata).not.toHaveProperty("registration_endpoint")

    expect(metadata).toMatchObject({
      response_types_supported: ["code"],
      id_token_signing_alg_values_supported: ["RS256"],
      code_challenge_methods_supported: ["S256"],
      claims_parameter_supported: true,
      // Without these, the defaults would be false and true.
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    })
    expect(list("grant_types_supported")).toContain("authorization_code")
    expect(list("claims_supported")).toContain("sub")
    expect(list("subject_types_supported").filter((type) => type !== "public" && type !== "pairwise")).toEqual([])
    for (const name of ["userinfo_signing_alg_values_supported", "request_object_signing_alg_values_supported"])
      expect(metadata).not.toHaveProperty(name)
    const scopes = list("scopes_supported")
    expect(scopes).toContain("openid")
    // RFC 6749, section 3.3.
    expect(scopes.filter((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))).toEqual([])
    const locales = list("ui_locales_supported")
    expect(Intl.getCanonicalLocales(locales)).toEqual(locales)
    const languages = new Intl.DisplayNames("en", { type: "language", fallback: "none" })
    expect(locales.filter((locale) => languages.of(locale) === undefined)).toEqual([])
    expect(metadata).not.toHaveProperty("claims_locales_supported")
  })

  test("oidcc-discovery-endpoint-verification finds public keys at jwks_uri", async () => {
    const { status, json } = await provider.request<{ keys: JWK[] }>(new URL(String(metadata.jwks_uri)).pathname)
    expect([status, Array.isArray(json.keys), json.keys.length > 0]).toEqual([200, true, true])
    for (const key of json.keys) {
      expect(key).toEqual({
        kty: "RSA",
        use: "sig",
        alg: "RS256",
        kid: expect.stringMatching(/./) as string,
        n: expect.stringMatching(/^[\w-]+$/) as string,
        e: expect.stringMatching(/^[\w-]+$/) as string,
      })
      await importJWK(key)
    }
    expect(new Set(json.keys.map(({ kid }) => kid)).size).toBe(json.keys.length)
  })
})
