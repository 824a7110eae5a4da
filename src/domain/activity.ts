import type { AuditAction } from "@/domain/audit-action"

/** The actions of the audit log that account holders see as the activity of their account. */
export const ACTIVITY_ACTIONS = [
  "account.email_change_cancelled",
  "account.email_change_requested",
  "account.email_change_stopped",
  "account.email_changed",
  "account.locked",
  "account.password_changed",
  "account.password_reset",
  "account.profile_updated",
  "account.unlocked",
  "api_key.created",
  "api_key.revoked",
  "api_key.rolled",
  "api_key.updated",
  "identity.connected",
  "identity.removed",
  "oauth_grant.removed",
  "passkey.added",
  "passkey.removed",
  "recovery_code.used",
  "recovery_codes.renewed",
  "totp.added",
  "totp.removed",
] as const satisfies readonly AuditAction[]
