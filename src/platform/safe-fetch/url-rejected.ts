/** Reasons to refuse a URL. */
export type UrlRejection =
  | "invalid_url"
  | "https_required"
  | "credentials_not_allowed"
  | "port_not_allowed"
  | "host_not_found"
  | "address_not_public"

const REJECTION_MESSAGES: Record<UrlRejection, string> = {
  invalid_url: "This is no address.",
  https_required: "The address must begin with https://.",
  credentials_not_allowed: "The address must not carry a user name or password.",
  port_not_allowed: "This port is not allowed; use 443.",
  host_not_found: "The host name has no address.",
  address_not_public: "The address does not lead to the public internet.",
}

/** Whether an error is an UrlRejected, by name, because there are two copies of the class. */
export function isUrlRejected(error: unknown): error is UrlRejected {
  return error instanceof Error && error.name === "UrlRejected"
}

export class UrlRejected extends Error {
  constructor(readonly code: UrlRejection) {
    super(REJECTION_MESSAGES[code])
    this.name = "UrlRejected"
  }
}
