/** Whose endpoints pages are about, and where they are. */
export interface WebhooksOwner {
  /** The client ID of an app; null for the account. */
  app: string | null
  /** The path below which each endpoint has a page. */
  path: string
  /** The path of the list of endpoints. */
  list: string
}

/** @param app the client ID of an app; null for the account */
export function webhooksOwner(app: string | null): WebhooksOwner {
  return app === null
    ? { app, path: "/webhooks", list: "/webhooks" }
    : { app, path: `/apps/${app}/webhooks`, list: `/apps/${app}#webhooks` }
}
