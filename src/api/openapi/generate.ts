import type { AnyRouter } from "@trpc/server"
import { generateOpenApiDocument, type OpenAPIObject } from "trpc-to-openapi"
import { completeDocument, INTERNAL_TAGS, TAGS } from "@/api/openapi/complete"
import { internal } from "@/api/internal"
import type { Route } from "@/api/routes"
import { ROUTES } from "@/api/served"
import { v1 } from "@/api/v1"
import { API_VERSION } from "@/domain/api-version"
import { PREFIXES } from "@/domain/credential"
import { CLIENT_SCOPES, KEY_SCOPES, OAUTH_SCOPES, SCOPES, TEST_KEY_SCOPES } from "@/domain/scope"
import { env } from "@/platform/env"
import { router } from "@/trpc/procedures"

/**
 * Generates the OpenAPI 3.1 description from the tRPC procedures that serve the API.
 * @param operations that are described
 */
export function openapi(operations: AnyRouter = v1, routes: readonly Route[] = ROUTES): OpenAPIObject {
  const document = generateOpenApiDocument(operations, {
    openApiVersion: "3.1.0",
    title: "Haat API",
    version: API_VERSION,
    description:
      "Bodies are JSON. A single resource is `{ data }`, a list `{ data, meta, links }`, an error `{ error }`. Amounts are integer paise of INR. Clients must ignore fields they do not know.",
    contact: { name: "Haat developer documentation", url: `${env.appUrl}/docs` },
    license: { name: "MIT", identifier: "MIT" },
    baseUrl: "/v1",
    tags: Object.keys(TAGS),
    securitySchemes: {
      apiKey: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "haat_live_… or haat_test_…",
        description: `An API key. Its scopes are chosen when it is made:\n\n${KEY_SCOPES.map((scope) => `- \`${scope}\`: ${SCOPES[scope]}`).join("\n")}\n\nEvery test key has another one:\n\n${TEST_KEY_SCOPES.map((scope) => `- \`${scope}\`: ${SCOPES[scope]}`).join("\n")}`,
      },
      oauth2: {
        type: "oauth2",
        description:
          "An access token of an app that a person allowed (authorization code with PKCE). One of a test client acts in the sandbox of the person. Only a test client may request the scope `sandbox.manage`. A confidential client also gets a token of its own (client credentials), for its webhook endpoints and events.",
        flows: {
          authorizationCode: {
            authorizationUrl: `${env.appUrl}/oauth/authorize`,
            tokenUrl: `${env.appUrl}/oauth/token`,
            refreshUrl: `${env.appUrl}/oauth/token`,
            scopes: Object.fromEntries(OAUTH_SCOPES.map((scope) => [scope, SCOPES[scope]])),
          },
          clientCredentials: {
            tokenUrl: `${env.appUrl}/oauth/token`,
            scopes: Object.fromEntries(CLIENT_SCOPES.map((scope) => [scope, SCOPES[scope]])),
          },
        },
      },
    },
  })
  return completeDocument(document, {
    summary: "Account, catalogue, orders and seller fulfilment of the Haat marketplace.",
    routes: routes.filter(({ meta }) => !meta.internal),
    tags: TAGS,
    webhooks: true,
  })
}

/** Generates the description of what the operator's own shop calls. */
export function internalOpenapi(): OpenAPIObject {
  const document = generateOpenApiDocument(router({ internal }), {
    openApiVersion: "3.1.0",
    title: "Haat internal API",
    version: API_VERSION,
    description: "For the shop of the marketplace's operator. Amounts are integer paise of INR.",
    license: { name: "MIT", identifier: "MIT" },
    baseUrl: "/v1",
    tags: Object.keys(INTERNAL_TAGS),
    securitySchemes: {
      operatorKey: {
        type: "http",
        scheme: "bearer",
        bearerFormat: `${PREFIXES.operator_key}…`,
        description: "A key made with `npm run operator-key`, from a network of INTERNAL_ALLOWED_NETWORKS.",
      },
    },
  })
  return completeDocument(document, {
    summary: "Orders, payments and deliveries of the marketplace's own shop.",
    routes: ROUTES.filter(({ meta }) => meta.internal),
    tags: INTERNAL_TAGS,
    webhooks: false,
  })
}
