/** SQL condition: account a is a tester of app p, listed by a verified email address. */
export const IS_TESTER = `
  (a.email_verified_at IS NOT NULL AND EXISTS (SELECT FROM oauth_app_tester t WHERE t.app_id = p.id AND t.email = a.email))`

/** SQL condition: account a is the owner or a tester of app p. */
const IS_INSIDER = `(p.account_id = a.id OR ${IS_TESTER})`

/** SQL join: the client c of a grant g, and the live app p, which is the client itself unless it is a test client. */
export const JOIN_CLIENT_AND_APP =
  "JOIN oauth_app c ON c.id = g.app_id JOIN oauth_app p ON p.id = coalesce(c.live_app_id, c.id)"

/**
 * SQL condition: account a may use client c of the live app p of owner account o. Once a version is approved every
 * account may; before that only the owner and testers. No account may while the app is suspended, either is deleted, or
 * while account a or o is locked.
 */
export const MAY_USE_APP = `
  (p.suspended_at IS NULL AND p.deleted_at IS NULL AND c.deleted_at IS NULL AND o.locked_at IS NULL AND a.locked_at IS NULL
    AND (EXISTS (SELECT FROM oauth_app_version v WHERE v.app_id = p.id AND v.status = 'approved') OR ${IS_INSIDER}))`

/**
 * SQL condition: grant g of account a to client c lets it know the person as it should. To a test client, only the
 * owner and testers are themselves; others are personas. If that has changed since the person consented, they must be
 * asked again.
 */
export const IDENTITY_AS_CONSENTED = `(g.persona = (c.live_app_id IS NOT NULL AND NOT ${IS_INSIDER}))`
