/** What people and the system do to each kind of object, as the audit log names it. What is no longer done stays. */
const ACTIONS_BY_NOUN = {
  account: [
    "deleted",
    "email_change_cancelled",
    "email_change_requested",
    "email_change_stopped",
    "email_changed",
    "first_staff_created",
    "locked",
    "password_changed",
    "password_reset",
    "profile_updated",
    "unlocked",
  ],
  api_key: ["created", "limit_set", "revoked", "rolled", "updated"],
  identity: ["connected", "removed"],
  oauth_app: [
    "approved",
    "changes_discarded",
    "changes_requested",
    "created",
    "deleted",
    "old_secret_ended",
    "registered",
    "reinstated",
    "secret_rolled",
    "submitted",
    "suspended",
    "test_client_created",
    "test_client_deleted",
    "test_client_updated",
    "tester_added",
    "tester_removed",
    "updated",
    "withdrawn",
  ],
  oauth_grant: ["removed"],
  offers: ["updated"],
  operator_key: ["created", "revoked"],
  order: ["cancelled", "refunded"],
  passkey: ["added", "removed"],
  platform_app: ["enabled", "maintenance"],
  recovery_code: ["used"],
  recovery_codes: ["renewed"],
  search_synonym: ["created", "deleted", "imported", "updated"],
  seller_order: ["cancelled", "refunded"],
  status_incident: ["deleted", "edited", "opened", "resolved", "updated"],
  store: [
    "approved",
    "declined",
    "invitation_declined",
    "invitation_withdrawn",
    "invited",
    "joined",
    "left",
    "opened",
    "ownership_transferred",
    "person_removed",
    "reinstated",
    "role_changed",
    "suspended",
  ],
  totp: ["added", "removed"],
  webhook_delivery: ["redelivered"],
  webhook_endpoint: ["created", "deleted", "redelivered", "secret_rotated", "updated"],
} as const

type ActionsByNoun = typeof ACTIONS_BY_NOUN
export type AuditNoun = keyof ActionsByNoun
export type AuditAction = { [Noun in AuditNoun]: `${Noun}.${ActionsByNoun[Noun][number]}` }[AuditNoun]

/** The actions of the audit log by their noun, such as "api_key.revoked" by "api_key". */
export const AUDIT_ACTIONS: readonly (readonly [noun: AuditNoun, actions: readonly AuditAction[]])[] = (
  Object.keys(ACTIONS_BY_NOUN) as AuditNoun[]
).map((noun) => [noun, ACTIONS_BY_NOUN[noun].map((verb) => `${noun}.${verb}` as AuditAction)])
