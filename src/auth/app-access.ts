/** The SQL for "account a is a tester of app p": named by its email address, which it has proved to be its own. */
export const IS_TESTER = `
  (a.email_verified_at IS NOT NULL AND EXISTS (SELECT FROM oauth_app_tester t WHERE t.app_id = p.id AND t.email = a.email))`

/**
 * The SQL for "account a may use app p", whose owner is account o: anybody once a version is approved, before that its owner and testers;
 * nobody while it is suspended or deleted, or one of the two accounts is locked.
 */
export const MAY_USE_APP = `
  (p.suspended_at IS NULL AND p.deleted_at IS NULL AND o.locked_at IS NULL AND a.locked_at IS NULL
    AND (p.account_id = a.id OR EXISTS (SELECT FROM oauth_app_version v WHERE v.app_id = p.id AND v.status = 'approved') OR ${IS_TESTER}))`
