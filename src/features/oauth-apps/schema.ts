import { z } from "zod"
import {
  APP_NAME_MAX,
  APP_SCOPES,
  APP_STATUSES,
  APP_TYPES,
  DESCRIPTION_MAX,
  REASON_MAX,
  REVIEW_DECISIONS,
} from "@/domain/oauth-app"
import { OAUTH_LOG_ENDPOINTS, OAUTH_REFUSALS } from "@/domain/oauth-refusal"
import { REDIRECT_URI_PROBLEMS, REDIRECT_URIS_MAX, redirectUriProblem } from "@/domain/redirect-uri"
import { AppVersion } from "@/features/oauth-apps/app-version"
import { textSchema, timestamp } from "@/trpc/wire"

const scope = z.enum(APP_SCOPES)

const ClientSecret = z.object({ last_four: z.string(), created_at: timestamp, expires_at: timestamp.nullable() })

/** The test client of an app. Everything else is as in the app. */
export const TestClient = z.object({
  client_id: z.string(),
  redirect_uris: z.array(z.string()),
  post_logout_redirect_uris: z.array(z.string()),
  /** The permanent one first; those with an expiry were replaced. */
  secrets: z.array(ClientSecret),
  /** The number of people who authorized it. */
  people: z.int(),
  created_at: timestamp,
})

export type TestClient = z.output<typeof TestClient>

/** An app in the list of an account's apps. */
export const OauthAppSummary = z.object({
  client_id: z.string(),
  type: z.enum(APP_TYPES),
  /** The status of the live version; of the open one if none is live. */
  status: z.enum(APP_STATUSES),
  /** The status of the version that would replace the live one, if there is one. */
  update: AppVersion.shape.status.nullable(),
  name: z.string(),
  logo: z.string().nullable(),
  /** The number of people who authorized the app. */
  people: z.int(),
  created_at: timestamp,
})

export type OauthAppSummary = z.output<typeof OauthAppSummary>

export const OauthApp = OauthAppSummary.extend({
  live: AppVersion.nullable(),
  open: AppVersion.nullable(),
  /** The fields that the open version lacks before it can be submitted. */
  missing: z.array(z.string()),
  /** The permanent one first; those with an expiry were replaced. */
  secrets: z.array(ClientSecret),
  /** Null if the developer has not created it. */
  test_client: TestClient.nullable(),
  testers: z.array(z.string()).describe("Email addresses; a verified account with one of them may use the app."),
  /** The reviewers' decisions and messages, newest first. */
  reviews: z.array(
    z.object({ decision: z.enum(REVIEW_DECISIONS), message: z.string(), version: z.int(), created_at: timestamp }),
  ),
})

export type OauthApp = z.output<typeof OauthApp>

/** An app with a secret that is never shown again. */
export const NewSecret = z.object({ app: OauthApp, secret: z.string() })
export type NewSecret = z.output<typeof NewSecret>

/** A public app has no secret. */
export const NewApp = z.object({ app: OauthApp, secret: z.string().nullable() })
export type NewApp = z.output<typeof NewApp>

function trimmed(max: number) {
  return textSchema(max).transform((value) => value.trim())
}

// Control and bidirectional characters could make one name look like another, or break the line around it.
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const JOINERS = /[\u200c\u200d]/g

const name = trimmed(APP_NAME_MAX)
  .pipe(z.string().min(1))
  .refine((value) => !INVISIBLE_CHARACTERS.test(value.replace(JOINERS, "")), {
    message: "No invisible characters",
    params: { code: "invisible_characters" },
  })

const httpsUrl = trimmed(500)
  .refine(
    (value) =>
      value === "" || (URL.canParse(value) && new URL(value).protocol === "https:" && new URL(value).username === ""),
    {
      message: "Must be an https URL",
      params: { code: "invalid_url" },
    },
  )
  .transform((value) => value || null)
  .nullable()

const redirectUris = z
  .array(
    textSchema(4_000)
      .transform((uri) => uri.trim())
      .superRefine((uri, ctx) => {
        const problem = redirectUriProblem(uri)
        if (problem)
          ctx.addIssue({ code: "custom", message: REDIRECT_URI_PROBLEMS[problem], params: { code: problem } })
      }),
  )
  .max(REDIRECT_URIS_MAX)
  .transform((uris) => [...new Set(uris)])

const scopes = z.array(scope).transform((selected) => APP_SCOPES.filter((each) => selected.includes(each)))

export const CreateApp = z.object({ name, type: z.enum(APP_TYPES) })
export type CreateApp = z.output<typeof CreateApp>

/** Fields that are left out are not changed. */
export const UpdateApp = z.object({
  client_id: z.string(),
  name: name.optional(),
  description: trimmed(DESCRIPTION_MAX).optional(),
  homepage_url: httpsUrl.optional(),
  privacy_url: httpsUrl.optional(),
  terms_url: httpsUrl.optional(),
  redirect_uris: redirectUris.optional(),
  post_logout_redirect_uris: redirectUris.optional(),
  required_scopes: scopes.optional(),
  optional_scopes: scopes.optional(),
  scope_reasons: z.partialRecord(scope, trimmed(REASON_MAX)).optional(),
  pkce_required: z.boolean().optional(),
  loopback_any_port: z.boolean().optional(),
  /** A PNG, JPEG, WebP or SVG in base64; null removes the logo. */
  logo: z.base64().max(400_000).nullable().optional(),
})

export type UpdateApp = z.output<typeof UpdateApp>

/** The redirect URIs of a test client, which its developer can change without a review. */
export const TestClientRedirects = z.object({
  /** Of the app. */
  client_id: z.string(),
  redirect_uris: redirectUris.pipe(z.array(z.string()).min(1)),
  post_logout_redirect_uris: redirectUris,
})

export type TestClientRedirects = z.output<typeof TestClientRedirects>

/** How long the old secret stays valid after a roll, in seconds. */
export const SECRET_OVERLAPS = { now: 0, "1h": 3_600, "24h": 86_400, "7d": 604_800 } as const
export type SecretOverlap = keyof typeof SECRET_OVERLAPS

/** A refused request, as shown to the app's developer. */
export const OauthLogEntry = z.object({
  id: z.uuid(),
  /** False for a request of the app's test client. */
  livemode: z.boolean(),
  endpoint: z.string(),
  /** The OAuth error code, as the client received it. */
  error: z.string(),
  reason: z.enum(OAUTH_REFUSALS),
  /** The part of the request that explains the error. */
  detail: z.string().nullable(),
  /** The end of the `sub` by which the app knows the person. */
  person: z.string().nullable(),
  grant: z.string().nullable(),
  request_id: z.string(),
  /** More than one if the entry stands for all such requests in a minute. */
  occurrences: z.int(),
  created_at: timestamp,
})

export type OauthLogEntry = z.output<typeof OauthLogEntry>

export const ListLog = z.object({
  client_id: z.string(),
  /** An OAuth error code or a request ID. */
  q: textSchema(128).optional(),
  endpoint: z.enum(OAUTH_LOG_ENDPOINTS).optional(),
  /** Only requests of the app itself, or only those of its test client. */
  livemode: z.boolean().optional(),
  reason: z.enum(OAUTH_REFUSALS).optional(),
  /** The page starts after this entry. */
  after: z.uuid().optional(),
})
export type ListLog = z.output<typeof ListLog>
