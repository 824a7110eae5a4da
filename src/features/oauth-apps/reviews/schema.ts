import { z } from "zod"
import { LOCALES } from "@/domain/locale"
import { APP_TYPES, REVIEW_CHECKS, REVIEW_DECISIONS, REVIEW_COMMENT_MAX, VERSION_STATUSES } from "@/domain/oauth-app"
import { AppVersion } from "@/features/oauth-apps/app-version"
import { textSchema, timestamp } from "@/trpc/wire"

export const CheckFinding = z.object({
  check: z.enum(REVIEW_CHECKS),
  code: z.enum([
    "redirect_refused",
    "redirect_elsewhere",
    "redirect_loopback",
    "redirect_private_scheme",
    "any_port",
    "reason_short",
    "reason_repeated",
    "not_described",
    "broad_required",
    "openid_missing",
    "name_platform",
    "name_taken",
    "name_close",
    "name_mixed",
  ]),
  level: z.enum(["warning", "problem"]),
  /** The subject of the finding: a redirect URI, a scope, a name. */
  subject: z.string(),
})

export type CheckFinding = z.output<typeof CheckFinding>

const Owner = z.object({ name: z.string(), email: z.string(), locale: z.enum(LOCALES), since: timestamp })

/** The fields that a developer changes without a review. */
export const ApprovedValues = AppVersion.pick({
  description: true,
  homepage_url: true,
  privacy_url: true,
  terms_url: true,
  pkce_required: true,
}).partial()

export const QueuedApp = z.object({
  client_id: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  owner: z.string(),
  /** Whether the app is the reviewer's own, which they may not decide. */
  own: z.boolean(),
  /** Whether an approved version is live meanwhile. */
  update: z.boolean(),
  submitted_at: timestamp,
})

export type QueuedApp = z.output<typeof QueuedApp>

export const AppSearchResult = z.object({
  client_id: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  owner: z.string(),
  /** The status of its live version, or else of its newest. */
  status: z.enum(VERSION_STATUSES),
  suspended_at: timestamp.nullable(),
  people: z.int(),
})

export type AppSearchResult = z.output<typeof AppSearchResult>

export const ReviewedApp = z.object({
  client_id: z.string(),
  type: z.enum(APP_TYPES),
  own: z.boolean(),
  owner: Owner,
  suspended_at: timestamp.nullable(),
  people: z.int(),
  /** The number of email addresses that may use it before it is live. */
  testers: z.int(),
  live: AppVersion.nullable(),
  /** The approved values of fields that have changed in the live version since. */
  approved_with: ApprovedValues,
  /** The version that waits for a decision, or for which changes were requested. */
  handed_in: AppVersion.nullable(),
  /** The version that testers use, if the app was never approved nor submitted. */
  draft: AppVersion.nullable(),
  /** Findings in the submitted version, or else the live one, or else the draft. */
  findings: z.array(CheckFinding),
  reviews: z.array(
    z.object({
      decision: z.enum(REVIEW_DECISIONS),
      message: z.string(),
      version: z.int(),
      reviewer: z.string(),
      created_at: timestamp,
    }),
  ),
})

export type ReviewedApp = z.output<typeof ReviewedApp>

const message = textSchema(REVIEW_COMMENT_MAX)
  .transform((value) => value.trim())
  .pipe(z.string().min(1))

export const ReviewDecisionInput = z.object({
  version: z.uuid(),
  /** When the version that the reviewer saw was submitted, so that another one is not decided by mistake. */
  submitted_at: timestamp,
  decision: z.enum(["approved", "changes_requested"]),
  message,
})

export type ReviewDecisionInput = z.output<typeof ReviewDecisionInput>

export const SuspensionInput = z.object({ client_id: z.string(), message })
export type SuspensionInput = z.output<typeof SuspensionInput>
