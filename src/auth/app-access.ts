/** SQL condition: account a is a tester of app p, listed by a verified email address. */
export const IS_TESTER = `
  (a.email_verified_at IS NOT NULL AND EXISTS (SELECT FROM oauth_app_tester t WHERE t.app_id = p.id AND t.email = a.email))`

/**
 * SQL condition: account a may use app p of owner account o. Once a version is approved every account may; before that
 * only the owner and testers. No account may while the app is suspended or deleted, or while account a or o is locked.
 */
export const MAY_USE_APP = `
  (p.suspended_at IS NULL AND p.deleted_at IS NULL AND o.locked_at IS NULL AND a.locked_at IS NULL
    AND (p.account_id = a.id OR EXISTS (SELECT FROM oauth_app_version v WHERE v.app_id = p.id AND v.status = 'approved') OR ${IS_TESTER}))`
