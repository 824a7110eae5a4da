/** Reasons to refuse a URL. */
export type AddressRefusal =
  | "invalid_url"
  | "https_required"
  | "credentials_not_allowed"
  | "port_not_allowed"
  | "host_not_found"
  | "address_not_public"

const REFUSALS: Record<AddressRefusal, string> = {
  invalid_url: "This is no address.",
  https_required: "The address must begin with https://.",
  credentials_not_allowed: "The address must not carry a user name or password.",
  port_not_allowed: "This port is not allowed; use 443.",
  host_not_found: "The host name has no address.",
  address_not_public: "The address does not lead to the public internet.",
}

/** Whether an error is an AddressRefused, by name, because there are two copies of the class. */
export function isAddressRefused(error: unknown): error is AddressRefused {
  return error instanceof Error && error.name === "AddressRefused"
}

export class AddressRefused extends Error {
  constructor(readonly code: AddressRefusal) {
    super(REFUSALS[code])
    this.name = "AddressRefused"
  }
}
