// Written by `npm run sdk` from openapi.json; changes belong there.

/** The version that this client was written for. */
export const API_VERSION = "2026-05-01"

/** Every code that an error can carry. */
export type ErrorCode =
  | "authentication_required"
  | "invalid_token"
  | "token_expired"
  | "token_revoked"
  | "insufficient_scope"
  | "ip_not_allowed"
  | "not_a_seller"
  | "email_not_verified"
  | "reauthentication_required"
  | "second_factor_required"
  | "live_key_required"
  | "test_key_required"
  | "not_found"
  | "method_not_allowed"
  | "not_acceptable"
  | "invalid_state"
  | "idempotency_in_progress"
  | "precondition_failed"
  | "payload_too_large"
  | "unsupported_media_type"
  | "validation_failed"
  | "idempotency_key_reused"
  | "rate_limit_exceeded"
  | "request_timeout"
  | "header_fields_too_large"
  | "bad_request"
  | "internal_error"
  | "unavailable"

/** An API key without its secret. */
export interface ApiKey {
  /** The key's ID. It is not secret. */
  id: string
  /** The name that the account gave the key. */
  name: string
  /** Whether the key works. */
  status: "active" | "expired" | "revoked"
  /** What the key may do. */
  scopes: ("profile.read" | "catalog.read" | "orders.read" | "seller.orders.read" | "seller.orders.write" | "seller.orders.manage" | "seller.refunds.write" | "seller.catalog.read" | "seller.catalog.write" | "webhooks.manage" | "usage.read")[]
  /** The beginning of the secret. */
  prefix: string
  /** The last four characters of the secret. */
  last_four: string
  /** Requests per minute. */
  rate_limit: number
  /** When the key was last used, to the minute; null if never. */
  last_used_at: string | null
  /** Null if it does not expire. */
  expires_at: string | null
  /** When it was created. */
  created_at: string
}

export interface ApiKeyList {
  /** The entries of this page. */
  data: ApiKey[]
  meta: PageMeta
  links: PageLinks
}

/** One of the platform's own apps. */
export interface App {
  /** Identifies the app; it never changes. */
  key: string
  /** The app's name. */
  name: string
  /** A shorter name, for small screens. */
  short_name: string
  /** What the app is for, in one sentence. */
  description: string
  /** The app's URL. */
  url: string
  /** Whether it can be installed as a web app. */
  installable: boolean
  /** Whether the app is closed for maintenance. */
  maintenance: boolean
  /** The app's colour, as a CSS hex colour. */
  accent_color: string
  /** The URL of the app's icon. */
  icon: string
}

export interface AppAuthorizedEvent {
  /** The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates. */
  id: string
  /** The type of the event. */
  type: "app.authorized"
  /** When the event happened. */
  timestamp: string
  /** The API version of `data`. */
  api_version: string
  /** False for events of the sandbox. */
  livemode: boolean
  /** Only at an app's endpoint: the account of the event, with the ID that the app knows. */
  account?: {
    /** The account's ID, as the app knows it. */
    id: string
  }
  data: AppConsent
}

/** What an account allows an app. */
export interface AppConsent {
  /** The scopes that the consent allows, or allowed until it ended. */
  scopes: string[]
}

export interface AppDeauthorizedEvent {
  /** The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates. */
  id: string
  /** The type of the event. */
  type: "app.deauthorized"
  /** When the event happened. */
  timestamp: string
  /** The API version of `data`. */
  api_version: string
  /** False for events of the sandbox. */
  livemode: boolean
  /** Only at an app's endpoint: the account of the event, with the ID that the app knows. */
  account?: {
    /** The account's ID, as the app knows it. */
    id: string
  }
  data: AppConsent
}

export interface AppList {
  /** The entries of this page. */
  data: App[]
  meta: PageMeta
  links: PageLinks
}

/** A credential that repeatedly uses most of its rate limit. */
export interface ApproachingLimit {
  /** The key that uses most of its limit. */
  credential: {
    /** app: a token of the app, for the event's account or for the app itself. */
    type: "api_key" | "app"
    /** The ID of the key, or the client ID of the app. */
    id: string
    /** The key's name. */
    name: string
    /** The last four characters of the key's secret; empty for an app. */
    last_four: string
  }
  /** Requests per window. */
  limit: number
  /** The length of the window that was measured, in seconds. */
  window_seconds: number
  /** When 80 % of the limit was used in each of the windows. */
  reached_at: string[]
}

export interface CancelSellerOrderRequest {
  /** The reason, as shown in the customer's email. Without it, the email gives none. */
  reason?: string
}

/** A category of the catalogue. */
export interface Category {
  /** The category's ID. */
  id: number
  /** The name in URLs. */
  slug: string
  /** The category's name. */
  name: string
  /** The language of `name`; `en` for the default name. Only with `locale`. */
  name_locale?: "en" | "hi" | "mai"
  /** Null at the top of the tree. */
  parent_id: number | null
  /** The number of categories above it; 0 at the top. */
  depth: number
  /** Its place among the categories of one parent, from 0. */
  position: number
  /** Whether the marketplace highlights it. */
  is_featured: boolean
  /** The category's page in the shop. */
  url: string
}

export interface CategoryList {
  /** The entries of this page. */
  data: Category[]
  meta: PageMeta
  links: PageLinks
}

export interface CreateSandboxFaultRequest {
  /** The `operationId` of an operation that requires a credential. Sandbox operations never fail. */
  operation?: string
  /** Returns `rate_limit_exceeded`, `internal_error` or `unavailable`. 429 and 503 come with `Retry-After: 1`. */
  status?: 429 | 500 | 503
  /** Returns this error instead: one that the operation lists, such as `not_a_seller` or `token_expired`. */
  code?: "authentication_required" | "invalid_token" | "token_expired" | "token_revoked" | "insufficient_scope" | "ip_not_allowed" | "not_a_seller" | "email_not_verified" | "reauthentication_required" | "second_factor_required" | "live_key_required" | "test_key_required" | "not_found" | "method_not_allowed" | "not_acceptable" | "invalid_state" | "idempotency_in_progress" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "idempotency_key_reused" | "rate_limit_exceeded" | "request_timeout" | "header_fields_too_large" | "bad_request" | "internal_error" | "unavailable"
  /** The event whose next deliveries to the account's test endpoints are affected. Replaces `operation`. */
  event?: "order.created" | "order.shipped" | "order.delivered" | "order.cancelled" | "order.refunded" | "seller.order.created" | "seller.order.updated" | "seller.stock.low" | "key.expiring" | "limit.approaching" | "webhook_endpoint.disabled" | "app.authorized" | "app.deauthorized"
  /** With `event`. duplicate: the event is delivered twice, with the same `webhook-id`. out_of_order: it is held until a later event was attempted, for at most `delay_ms` (by default 60,000). delay: its first attempt is made `delay_ms` later. */
  behaviour?: "duplicate" | "out_of_order" | "delay"
  /** The number of requests or deliveries to affect. */
  times?: number
  /** The delay in milliseconds, at most 10,000 for an operation. Without `status` or `code`, the operation then runs as usual. */
  delay_ms?: number
}

export interface CreateShipmentsRequest {
  /** The orders to ship, each with its parcel. */
  shipments: {
    /** The ID or the number of the seller order. */
    id: string
    /** The courier's name. */
    courier_name: string
    /** The air waybill number. */
    awb: string
    /** The URL where the customer can track the shipment; http or https. */
    tracking_url?: string
  }[]
}

export interface CreateWebhookEndpointRequest {
  /** An https URL that can be reached from the internet. */
  url: string
  /** What the endpoint is for, in the account's words. */
  description?: string
  /** The types of events that it receives. */
  events: ("order.created" | "order.shipped" | "order.delivered" | "order.cancelled" | "order.refunded" | "seller.order.created" | "seller.order.updated" | "seller.stock.low" | "key.expiring" | "limit.approaching" | "webhook_endpoint.disabled" | "app.authorized" | "app.deauthorized")[]
}

/** Where the parcel goes. */
export interface DeliveryAddress {
  /** Who receives the parcel. */
  name: string
  /** The recipient's phone number, in E.164 format. */
  phone: string
  /** House, street and locality. */
  line1: string
  /** More of the address; null if there is none. */
  line2: string | null
  /** A place nearby; null if there is none. */
  landmark: string | null
  /** The city, town or village. */
  city: string
  /** The district. */
  district: string
  /** The state or union territory. */
  state: string
  /** The postal code, 6 digits. */
  pincode: string
  /** The country, as an ISO 3166-1 alpha-2 code. */
  country: string
  /** Always false. Until 2026-11-26, it was true when a test key read a live order. */
  masked: boolean
}

/** A deprecated feature, and who still uses it. */
export interface Deprecation {
  /** The ID of the deprecated operation, parameter or field. */
  id: string
  /** The operation, such as `GET /orders`. */
  operation: string
  /** The `operationId` in openapi.json. */
  operation_id: string
  /** What part of the operation is deprecated. */
  kind: "operation" | "parameter" | "request_field" | "response_field"
  /** The name of the parameter or the path of the field; null for an operation. */
  name: string | null
  /** The day from which it is deprecated, as in the header `Deprecation`. */
  deprecated_on: string
  /** The day from which it may stop working, as in the header `Sunset`. */
  sunset_on: string
  /** What to use instead: an operationId, or the name of a parameter or field. Null if nothing replaces it. */
  replacement: string | null
  /** The URL of the migration guide. */
  guide_url: string
  /** The number of requests in the last 30 days that used it. */
  calls: number
  /** Null if there was none. */
  last_called_at: string | null
  /** The account's active keys and its own apps, most calls first. */
  callers: {
    /** Whether a key or an app calls it. */
    type: "api_key" | "app"
    /** The ID of the API key, or the client ID of the app. */
    id: string
    /** The name of the key or the app. */
    name: string
    /** The number of requests in the last 30 days that used it. */
    calls: number
    /** Null if there was none. */
    last_called_at: string | null
    /** The IDs of the newest requests, at most three. */
    request_ids: string[]
  }[]
}

export interface DeprecationResponse {
  /** The resource, or the list of resources. */
  data: Deprecation[]
}

/** An endpoint that Haat has disabled. */
export interface DisabledEndpoint {
  /** The endpoint's ID. */
  id: string
  /** Where events are sent. */
  url: string
  /** What the endpoint is for, in the account's words. */
  description: string
  /** The types of events that it receives. */
  events: ("order.created" | "order.shipped" | "order.delivered" | "order.cancelled" | "order.refunded" | "seller.order.created" | "seller.order.updated" | "seller.stock.low" | "key.expiring" | "limit.approaching" | "webhook_endpoint.disabled" | "app.authorized" | "app.deauthorized")[]
  /** While an endpoint is paused, or disabled because it was failing, events wait for up to 30 days. */
  status: "enabled" | "paused" | "disabled"
  /** failing: 20 failures in a row; gone: it responded with 410. */
  disabled_reason: "failing" | "gone" | null
  /** The endpoint's mode. It receives the events of this mode only. */
  livemode: boolean
  /** Consecutive failures of scheduled attempts. Failures within four seconds count once. A success resets it to 0; at 20, the endpoint is disabled. */
  failures_in_a_row: number
  /** When the old secret stops signing; null if only the current one signs. */
  previous_secret_expires_at: string | null
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
}

/** An API key that is about to expire. */
export interface ExpiringKey {
  /** The key's ID. It is not secret. */
  id: string
  /** The name that the account gave the key. */
  name: string
  /** Whether the key works. */
  status: "active" | "expired" | "revoked"
  /** What the key may do. */
  scopes: ("profile.read" | "catalog.read" | "orders.read" | "seller.orders.read" | "seller.orders.write" | "seller.orders.manage" | "seller.refunds.write" | "seller.catalog.read" | "seller.catalog.write" | "webhooks.manage" | "usage.read")[]
  /** The beginning of the secret. */
  prefix: string
  /** The last four characters of the secret. */
  last_four: string
  /** Requests per minute. */
  rate_limit: number
  /** When the key was last used, to the minute; null if never. */
  last_used_at: string | null
  /** When the key stops working. */
  expires_at: string
  /** When it was created. */
  created_at: string
  /** Days until the key expires, rounded up. */
  days_left: 7 | 1
}

/** The products that are listed, counted by the values of each facet that was asked for. A chosen category, brand or seller is always there. Counts are at most a minute old, as `meta.total` is. */
export interface Facets {
  /** The categories of the products found. */
  category?: {
    /** The top of the tree, then the children of the chosen category and of those above it. The children of a category alone on its level are there too. Parents come first, and on each level the category with most products. */
    values: {
      /** The ID of the value. */
      id: number
      /** The slug to filter by. */
      slug: string
      /** The name of the value. */
      name: string
      /** The language of `name`; `en` for the default name. Only with `locale`. */
      name_locale?: "en" | "hi" | "mai"
      /** Null at the top of the tree. */
      parent_id: number | null
      /** The number of products in the category and its sub-categories. */
      count: number
    }[]
    /** Whether there are more values, with fewer products each, than are listed. */
    truncated: boolean
  }
  /** The brands of the products found. */
  brand?: {
    /** Most products first. Products without a brand are not counted. */
    values: {
      /** The slug to filter by. */
      slug: string
      /** The name of the value. */
      name: string
      /** The number of products with this value. */
      count: number
    }[]
    /** Whether there are more values, with fewer products each, than are listed. */
    truncated: boolean
  }
  /** The prices of the products found. */
  price?: {
    /** Ranges with products, cheapest first; the limits are values of the parameters `min_price` and `max_price`. */
    values: {
      /** Paise; null if there is no lower limit. */
      min_price: number | null
      /** Paise; null if there is no upper limit. */
      max_price: number | null
      /** The number of products with this value. */
      count: number
    }[]
    /** Whether there are more values, with fewer products each, than are listed. */
    truncated: boolean
  }
  /** The stores that sell the products found. */
  seller?: {
    /** Most products first. */
    values: {
      /** The store's slug to filter by. */
      store: string
      /** The name of the value. */
      name: string
      /** The number of products with this value. */
      count: number
    }[]
    /** Whether there are more values, with fewer products each, than are listed. */
    truncated: boolean
  }
  /** The number of products in stock and out of stock. */
  in_stock?: {
    /** True, then false. */
    values: {
      /** Whether these products are in stock. */
      value: boolean
      /** The number of products with this value. */
      count: number
    }[]
    /** Whether there are more values, with fewer products each, than are listed. */
    truncated: boolean
  }
}

export interface KeyExpiringEvent {
  /** The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates. */
  id: string
  /** The type of the event. */
  type: "key.expiring"
  /** When the event happened. */
  timestamp: string
  /** The API version of `data`. */
  api_version: string
  /** False for events of the sandbox. */
  livemode: boolean
  /** Only at an app's endpoint: the account of the event, with the ID that the app knows. */
  account?: {
    /** The account's ID, as the app knows it. */
    id: string
  }
  data: ExpiringKey
}

export interface LimitApproachingEvent {
  /** The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates. */
  id: string
  /** The type of the event. */
  type: "limit.approaching"
  /** When the event happened. */
  timestamp: string
  /** The API version of `data`. */
  api_version: string
  /** False for events of the sandbox. */
  livemode: boolean
  /** Only at an app's endpoint: the account of the event, with the ID that the app knows. */
  account?: {
    /** The account's ID, as the app knows it. */
    id: string
  }
  data: ApproachingLimit
}

/** A request in the log. */
export interface LoggedRequest {
  /** The ID of the log entry. */
  id: string
  /** The value of the header `X-Request-Id`. */
  request_id: string
  /** False for requests with a test key. */
  livemode: boolean
  /** The HTTP method. */
  method: string
  /** The path, with secrets redacted. */
  path: string
  /** The query without its question mark. Contains only the operation's parameters, with secrets redacted and values cut to 200 characters. */
  query: string | null
  /** The HTTP status. */
  status: number
  /** The code of the error; null for a success. */
  error_code: string | null
  /** How long the response took, in milliseconds. */
  duration_ms: number
  /** The ID of the API key, or of the grant to an app. */
  credential_id: string
  /** When the request arrived. */
  created_at: string
}

/** A logged request with everything stored about it. */
export interface LoggedRequestDetail {
  /** The ID of the log entry. */
  id: string
  /** The value of the header `X-Request-Id`. */
  request_id: string
  /** False for requests with a test key. */
  livemode: boolean
  /** The HTTP method. */
  method: string
  /** The path, with secrets redacted. */
  path: string
  /** The query without its question mark. Contains only the operation's parameters, with secrets redacted and values cut to 200 characters. */
  query: string | null
  /** The HTTP status. */
  status: number
  /** The code of the error; null for a success. */
  error_code: string | null
  /** How long the response took, in milliseconds. */
  duration_ms: number
  /** The ID of the API key, or of the grant to an app. */
  credential_id: string
  /** When the request arrived. */
  created_at: string
  /** Such as `GET /products/{slug}`. */
  operation: string
  /** The scope that the operation requires; null if it was not determined. */
  scope: "openid" | "profile" | "email" | "profile.read" | "catalog.read" | "orders.read" | "seller.orders.read" | "seller.orders.write" | "seller.orders.manage" | "seller.refunds.write" | "seller.catalog.read" | "seller.catalog.write" | "webhooks.manage" | "usage.read" | "sandbox.manage" | "app.webhooks.manage" | "app.events.read" | "internal.write" | null
  /** The IP address of the client; null if it is no longer stored. */
  ip: string | null
  /** The header User-Agent; null if there was none. */
  user_agent: string | null
  /** Selected request headers, never `Authorization` or `Cookie`. */
  request_headers: Record<string, string> | null
  /** The redacted request body, at most 8,000 characters. Stored for errors and changes only. */
  request_body: string | null
  /** Selected response headers. Stored for errors and changes only. */
  response_headers: Record<string, string> | null
  /** The redacted response body, at most 8,000 characters. Stored for errors and changes only. */
  response_body: string | null
  /** The value of `Api-Version` that is not a version; the header was ignored. */
  unknown_api_version: string | null
  /** The key or the token of the request. */
  credential: {
    /** Whether it is a key or an access token. */
    kind: "api_key" | "oauth"
    /** The name of the key or the app; null if it was deleted. */
    name: string | null
    /** The key's prefix and last four characters. */
    hint: string | null
  }
}

export interface LoggedRequestDetailResponse {
  data: LoggedRequestDetail
}

export interface LoggedRequestResponse {
  /** The resource, or the list of resources. */
  data: LoggedRequest[]
  /** Information about the list or the request. */
  meta: {
    /** The value of `before` for older requests; null if there are none. */
    next: string | null
    /** How far back the search went; set if the page is not full but older requests may match. */
    searched_to: string | null
  }
}

/** An offer whose stock has become low. */
export interface LowStock {
  /** The stock-keeping unit. */
  sku: string
  /** The variant's ID. */
  variant_id: number
  /** The name of the variant. */
  name: string
  /** Paise of INR, GST inclusive. */
  price: number
  /** Paise of INR, at least the price. */
  mrp: number
  /** How many can be ordered. */
  stock: number
  /** Grows with each change of stock or price, also when an order takes stock. */
  version: number
  /** The product that the variant belongs to. */
  product: {
    /** The product's ID. */
    id: number
    /** The name in URLs. */
    slug: string
    /** The product's name. */
    name: string
  }
  /** The event is sent when the stock falls to this number or below it. */
  threshold: number
}

/** The account that the credential acts for. */
export interface Me {
  /** The account's ID. */
  id: string
  /** The name of the account's owner. */
  name: string
  /** The account's email address. */
  email: string
  /** Whether the email address was confirmed. */
  email_verified: boolean
  /** Whether the phone number was confirmed. */
  phone_verified: boolean
  /** The account's language. */
  locale: "en" | "hi" | "mai"
  /** The account's picture; null if there is none. */
  avatar_url: string | null
  /** When it was created. */
  created_at: string
}

export interface MeResponse {
  data: Me
  /** Information about the list or the request. */
  meta: {
    /** False for test keys, and for access tokens of test clients. */
    livemode: boolean
  }
}

export interface MoveSandboxClockRequest {
  /** An ISO 8601 duration of weeks, days, hours, minutes and seconds, such as `P3D` or `PT2H30M`. At most 60 days. */
  advance?: string
  /** The time to move to, after the clock's, at most 60 days. */
  to?: string
}

/** What a store sells a variant of a product for. */
export interface Offer {
  /** The stock-keeping unit. */
  sku: string
  /** The variant's ID. */
  variant_id: number
  /** The name of the variant. */
  name: string
  /** Paise of INR, GST inclusive. */
  price: number
  /** Paise of INR, at least the price. */
  mrp: number
  /** How many can be ordered. */
  stock: number
  /** Grows with each change of stock or price, also when an order takes stock. */
  version: number
}

export interface OfferResult {
  /** The stock-keeping unit. */
  sku: string
  /** Whether the offer was changed, and if not, why. */
  outcome: "updated" | "unchanged" | "failed"
  /** The current offer; null if the store has no such SKU. */
  offer: Offer | null
  /** Why the offer was not changed; null if it was. */
  error: {
    /** The error's code: branch on it. */
    code: "not_found" | "duplicate_sku" | "version_conflict" | "invalid_price"
    /** What went wrong, for developers. Its wording may change. */
    message: string
  } | null
}

export interface OfferResultResponse {
  /** The resource, or the list of resources. */
  data: OfferResult[]
}

/** An order that the account placed. */
export interface Order {
  /** The order's ID. */
  id: string
  /** The order's number, as customers see it. */
  number: string
  /** The status of the least advanced part that is not cancelled. */
  status: "pending" | "confirmed" | "packed" | "shipped" | "delivered" | "cancelled"
  /** Whether it is paid. */
  payment_status: "pending" | "paid" | "partially_refunded" | "refunded" | "failed"
  /** False for sandbox orders, which only test credentials can see. */
  livemode: boolean
  /** Increases with each change. Of two copies, the one with the lower version is older. */
  version: number
  /** The currency of all amounts. */
  currency: "INR"
  /** Paise of INR. */
  subtotal: number
  /** Paise of INR. */
  shipping_total: number
  /** Paise of INR. */
  discount_total: number
  /** The GST included in the item prices, in paise. */
  tax_total: number
  /** Paise of INR. */
  total: number
  /** The amount refunded so far, in paise. */
  refunded_total: number
  /** The number of items, each counted as often as it was ordered. */
  item_count: number
  /** When it was ordered. */
  placed_at: string
  /** When it last changed. */
  updated_at: string
}

export interface OrderCancelledEvent {
  /** The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates. */
  id: string
  /** The type of the event. */
  type: "order.cancelled"
  /** When the event happened. */
  timestamp: string
  /** The API version of `data`. */
  api_version: string
  /** False for events of the sandbox. */
  livemode: boolean
  /** Only at an app's endpoint: the account of the event, with the ID that the app knows. */
  account?: {
    /** The account's ID, as the app knows it. */
    id: string
  }
  data: OrderSnapshot
}

export interface OrderCreatedEvent {
  /** The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates. */
  id: string
  /** The type of the event. */
  type: "order.created"
  /** When the event happened. */
  timestamp: string
  /** The API version of `data`. */
  api_version: string
  /** False for events of the sandbox. */
  livemode: boolean
  /** Only at an app's endpoint: the account of the event, with the ID that the app knows. */
  account?: {
    /** The account's ID, as the app knows it. */
    id: string
  }
  data: OrderSnapshot
}

export interface OrderDeliveredEvent {
  /** The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates. */
  id: string
  /** The type of the event. */
  type: "order.delivered"
  /** When the event happened. */
  timestamp: string
  /** The API version of `data`. */
  api_version: string
  /** False for events of the sandbox. */
  livemode: boolean
  /** Only at an app's endpoint: the account of the event, with the ID that the app knows. */
  account?: {
    /** The account's ID, as the app knows it. */
    id: string
  }
  data: OrderSnapshot
}

/** An order with its items, its parts by seller, their shipments and the delivery address. */
export interface OrderDetail {
  /** The order's ID. */
  id: string
  /** The order's number, as customers see it. */
  number: string
  /** The status of the least advanced part that is not cancelled. */
  status: "pending" | "confirmed" | "packed" | "shipped" | "delivered" | "cancelled"
  /** Whether it is paid. */
  payment_status: "pending" | "paid" | "partially_refunded" | "refunded" | "failed"
  /** False for sandbox orders, which only test credentials can see. */
  livemode: boolean
  /** Increases with each change. Of two copies, the one with the lower version is older. */
  version: number
  /** The currency of all amounts. */
  currency: "INR"
  /** Paise of INR. */
  subtotal: number
  /** Paise of INR. */
  shipping_total: number
  /** Paise of INR. */
  discount_total: number
  /** The GST included in the item prices, in paise. */
  tax_total: number
  /** Paise of INR. */
  total: number
  /** The amount refunded so far, in paise. */
  refunded_total: number
  /** The number of items, each counted as often as it was ordered. */
  item_count: number
  /** When it was ordered. */
  placed_at: string
  /** When it last changed. */
  updated_at: string
  /** What was ordered. */
  items: OrderItem[]
  /** The order's parts: one for each store. */
  parts: {
    /** The ID of the part. The store knows it as its seller order. */
    id: string
    /** The number of the part. */
    number: string
    /** The store that ships the part. */
    seller: {
      /** The store's slug. */
      store: string
      /** The store's name. */
      name: string
    }
    /** The status of the part. */
    status: "pending" | "confirmed" | "packed" | "shipped" | "delivered" | "cancelled"
    /** The IDs of the items that the store ships. */
    item_ids: number[]
    /** The amount refunded for this part so far, in paise. */
    refunded_total: number
    /** The parcel; null until the part is shipped. */
    shipment: Shipment | null
  }[]
  delivery_address: DeliveryAddress
}

export interface OrderDetailResponse {
  data: OrderDetail
}

/** An item of an order, as it was when it was ordered. */
export interface OrderItem {
  /** The item's ID. */
  id: number
  /** The product that was bought. */
  product: {
    /** The product's ID. */
    id: number
    /** The name in URLs. */
    slug: string
  }
  /** The variant's ID; null if the product has no variants. */
  variant_id: number | null
  /** The stock-keeping unit. */
  sku: string
  /** What the item was called when it was ordered. */
  name: string
  /** The options that distinguish the variant. */
  options: {
    /** The name of the option, such as Size. */
    name: string
    /** The value of the option, such as 250 g. */
    value: string
  }[]
  /** The URL of the item's picture. */
  image: string
  /** How many were ordered. */
  quantity: number
  /** Paise of INR. */
  unit_price: number
  /** Paise of INR. */
  mrp: number
  /** Paise of INR. */
  total: number
}

export interface OrderList {
  /** The entries of this page. */
  data: Order[]
  meta: PageMeta
  links: PageLinks
}

export interface OrderRefundedEvent {
  /** The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates. */
  id: string
  /** The type of the event. */
  type: "order.refunded"
  /** When the event happened. */
  timestamp: string
  /** The API version of `data`. */
  api_version: string
  /** False for events of the sandbox. */
  livemode: boolean
  /** Only at an app's endpoint: the account of the event, with the ID that the app knows. */
  account?: {
    /** The account's ID, as the app knows it. */
    id: string
  }
  data: OrderSnapshot
}

export interface OrderShippedEvent {
  /** The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates. */
  id: string
  /** The type of the event. */
  type: "order.shipped"
  /** When the event happened. */
  timestamp: string
  /** The API version of `data`. */
  api_version: string
  /** False for events of the sandbox. */
  livemode: boolean
  /** Only at an app's endpoint: the account of the event, with the ID that the app knows. */
  account?: {
    /** The account's ID, as the app knows it. */
    id: string
  }
  data: OrderSnapshot
}

/** An order at the time of the event, without its delivery address. Its version increases with each change, so you can drop an older copy that arrives later. */
export interface OrderSnapshot {
  /** The order's ID. */
  id: string
  /** The order's number, as customers see it. */
  number: string
  /** The status of the least advanced part that is not cancelled. */
  status: "pending" | "confirmed" | "packed" | "shipped" | "delivered" | "cancelled"
  /** Whether it is paid. */
  payment_status: "pending" | "paid" | "partially_refunded" | "refunded" | "failed"
  /** False for sandbox orders, which only test credentials can see. */
  livemode: boolean
  /** Increases with each change. Of two copies, the one with the lower version is older. */
  version: number
  /** The currency of all amounts. */
  currency: "INR"
  /** Paise of INR. */
  subtotal: number
  /** Paise of INR. */
  shipping_total: number
  /** Paise of INR. */
  discount_total: number
  /** The GST included in the item prices, in paise. */
  tax_total: number
  /** Paise of INR. */
  total: number
  /** The amount refunded so far, in paise. */
  refunded_total: number
  /** The number of items, each counted as often as it was ordered. */
  item_count: number
  /** When it was ordered. */
  placed_at: string
  /** When it last changed. */
  updated_at: string
  /** What was ordered. */
  items: OrderItem[]
  /** The order's parts: one for each store. */
  parts: {
    /** The ID of the part. The store knows it as its seller order. */
    id: string
    /** The number of the part. */
    number: string
    /** The store that ships the part. */
    seller: {
      /** The store's slug. */
      store: string
      /** The store's name. */
      name: string
    }
    /** The status of the part. */
    status: "pending" | "confirmed" | "packed" | "shipped" | "delivered" | "cancelled"
    /** The IDs of the items that the store ships. */
    item_ids: number[]
    /** The amount refunded for this part so far, in paise. */
    refunded_total: number
    /** The parcel; null until the part is shipped. */
    shipment: Shipment | null
  }[]
}

/** The pages before and after this one. */
export interface PageLinks {
  /** The URL of the next page; null on the last one. */
  next: string | null
  /** The URL of the previous page; null on the first one. */
  prev: string | null
}

/** Which page of the list this is. */
export interface PageMeta {
  /** The number of this page, from 1. */
  page: number
  /** The maximum number of entries on a page. */
  per_page: number
  /** The number of entries on all pages. */
  total: number
  /** The number of the last page; 1 if there are no entries. */
  last_page: number
  /** Only of a product list with `q`. */
  search?: SearchMeta
  /** Only of a product list with `facets`. */
  facets?: Facets
}

/** A test of the endpoint. */
export interface Ping {
  /** The ID of the tested endpoint. */
  webhook_endpoint: string
}

export interface PingEvent {
  /** The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates. */
  id: string
  /** The type of the event. */
  type: "ping"
  /** When the event happened. */
  timestamp: string
  /** The API version of `data`. */
  api_version: string
  /** False for events of the sandbox. */
  livemode: boolean
  /** Only at an app's endpoint: the account of the event, with the ID that the app knows. */
  account?: {
    /** The account's ID, as the app knows it. */
    id: string
  }
  data: Ping
}

export interface PlaceSandboxOrderRequest {
  /** me: the account orders from its own store or from the stores that all sandboxes share. fixture: a sample customer orders from the account's store. */
  buyer?: "me" | "fixture"
  /** The items to order. All variants must belong to the sandbox's catalogue. */
  items: {
    /** The SKU of a variant. */
    sku: string
    /** How many are ordered. */
    quantity?: number
  }[]
  /** The status of the payment. */
  payment?: "paid" | "pending" | "failed"
}

/** A product in a list. */
export interface Product {
  /** The product's ID. */
  id: number
  /** The name in URLs. */
  slug: string
  /** The product's name. */
  name: string
  /** The language of `name`; `en` for the default name. Only with `locale`. */
  name_locale?: "en" | "hi" | "mai"
  /** The kind of product. */
  type: "simple" | "variable" | "bundle"
  /** The product in one or two sentences; null if there is none. */
  short_description: string | null
  /** The currency of all amounts. */
  currency: "INR"
  /** Paise of INR, GST inclusive. */
  price: number
  /** Paise of INR, GST inclusive. */
  mrp: number
  /** How far the price is below the MRP, in whole percent. */
  discount_percent: number
  /** Whether it can be bought now. */
  in_stock: boolean
  /** The customers' ratings. */
  rating: {
    /** The mean of its ratings, from 1 to 5; 0 if there are none. */
    average: number
    /** The number of its ratings. */
    count: number
  }
  /** Its main category; null if it has none. */
  category: {
    /** The category's ID. */
    id: number
    /** The name in URLs. */
    slug: string
    /** The category's name. */
    name: string
    /** The language of `name`; `en` for the default name. Only with `locale`. */
    name_locale?: "en" | "hi" | "mai"
  } | null
  /** Its brand; null if it has none. */
  brand: {
    /** The name in URLs. */
    slug: string
    /** The brand's name. */
    name: string
  } | null
  /** The store that sells it; null if it is the marketplace itself. */
  seller: {
    /** The store's slug. */
    store: string
    /** The store's name. */
    name: string
    /** Whether the store belongs to the brand or the marketplace. */
    is_official: boolean
  } | null
  /** The URL of its main picture. */
  image: string
  /** The product's page in the shop. */
  url: string
  /** When it was first shown; null if that is not known. */
  published_at: string | null
}

/** A product with all its details. */
export interface ProductDetail {
  /** The product's ID. */
  id: number
  /** The name in URLs. */
  slug: string
  /** The product's name. */
  name: string
  /** The language of `name`; `en` for the default name. Only with `locale`. */
  name_locale?: "en" | "hi" | "mai"
  /** The kind of product. */
  type: "simple" | "variable" | "bundle"
  /** The product in one or two sentences; null if there is none. */
  short_description: string | null
  /** The currency of all amounts. */
  currency: "INR"
  /** Paise of INR, GST inclusive. */
  price: number
  /** Paise of INR, GST inclusive. */
  mrp: number
  /** How far the price is below the MRP, in whole percent. */
  discount_percent: number
  /** Whether it can be bought now. */
  in_stock: boolean
  /** The customers' ratings. */
  rating: {
    /** The mean of its ratings, from 1 to 5; 0 if there are none. */
    average: number
    /** The number of its ratings. */
    count: number
  }
  /** Its main category; null if it has none. */
  category: {
    /** The category's ID. */
    id: number
    /** The name in URLs. */
    slug: string
    /** The category's name. */
    name: string
    /** The language of `name`; `en` for the default name. Only with `locale`. */
    name_locale?: "en" | "hi" | "mai"
  } | null
  /** Its brand; null if it has none. */
  brand: {
    /** The name in URLs. */
    slug: string
    /** The brand's name. */
    name: string
  } | null
  /** The store that sells it; null if it is the marketplace itself. */
  seller: {
    /** The store's slug. */
    store: string
    /** The store's name. */
    name: string
    /** Whether the store belongs to the brand or the marketplace. */
    is_official: boolean
  } | null
  /** The URL of its main picture. */
  image: string
  /** The product's page in the shop. */
  url: string
  /** When it was first shown; null if that is not known. */
  published_at: string | null
  /** The description as text, with paragraphs. */
  description: string
  /** The options by which its variants differ. */
  options: {
    /** The option, such as Size. */
    name: string
    /** The values of the option, such as 250 g. */
    values: string[]
  }[]
  /** Its pictures, the main one first. */
  images: {
    /** The picture's ID. */
    id: number
    /** The URL of the picture. */
    url: string
    /** What the picture shows, for those who cannot see it. */
    alt: string
    /** Its place among the pictures, from 0. */
    position: number
    /** The width in pixels. */
    width: number
    /** The height in pixels. */
    height: number
    /** The variants that it shows; empty for all of them. */
    variant_ids: number[]
  }[]
  /** The variants that can be bought, at least one. */
  variants: {
    /** The variant's ID. */
    id: number
    /** The stock-keeping unit. */
    sku: string
    /** What the variant is called. */
    name: string
    /** The values that distinguish it. */
    options: {
      /** The name of the option, such as Size. */
      name: string
      /** The value of the option, such as 250 g. */
      value: string
    }[]
    /** Paise of INR, GST inclusive. */
    price: number
    /** Paise of INR, GST inclusive. */
    mrp: number
    /** How far the price is below the MRP, in whole percent. */
    discount_percent: number
    /** Whether it can be bought now. */
    in_stock: boolean
    /** The picture that shows it; null for the main one. */
    image_id: number | null
    /** Its place among the variants, from 0. */
    position: number
  }[]
}

export interface ProductDetailResponse {
  data: ProductDetail
}

export interface ProductList {
  /** The entries of this page. */
  data: Product[]
  meta: PageMeta
  links: PageLinks
}

/** The rate limit of the calling credential. */
export interface RateLimit {
  /** Requests per window, as in `X-RateLimit-Limit`. */
  limit: number
  /** Requests left after this one, as in `X-RateLimit-Remaining`. */
  remaining: number
  /** When the window ends: the time of `X-RateLimit-Reset`. */
  reset_at: string
  /** The length of the window. */
  window_seconds: number
  /** Who set the limit: Haat (default), the key's owner (may lower it) or Haat's staff (may raise it). */
  set_by: "default" | "owner" | "staff"
}

export interface RateLimitResponse {
  data: RateLimit
}

export interface RefundSellerOrderRequest {
  /** The amount to refund, in paise. Without it, or with null, everything that remains is refunded. */
  amount?: number | null
  /** The reason, as shown in the customer's email. Without it, the email gives none. */
  reason?: string
  /** The order's `refunded_total` as you last read it. If another refund was made since, the request returns 409 `invalid_state`. */
  refunded_total?: number
}

export interface ReplayWebhookDeliveriesRequest {
  /** The earliest time of the last attempt. */
  since: string
  /** The latest time of the last attempt, exclusive; by default now. */
  until?: string
  /** How the last attempt ended. With `failed`, deliveries that wait for a retry are sent immediately. */
  status?: "failed" | "delivered" | "all"
  /** Whether to count the deliveries without sending them. */
  dry_run?: boolean
}

/** The marketplace that the account's test credentials act in. Nobody else sees it. */
export interface Sandbox {
  /** The sandbox's ID. */
  id: string
  /** When the sandbox's time begins: 10:00 in India before its first use. A reset returns to it. */
  epoch: string
  /** The time in the sandbox. It stands still until you move it. */
  clock: string
  /** The slug of the account's store in the sandbox. */
  store: string
  /** The numbers of objects in the sandbox. */
  counts: {
    /** The products that `GET /products` lists. */
    products: number
    /** Orders that the account placed as a customer. */
    orders: number
    /** Orders placed with the account's own store. */
    seller_orders: number
  }
  /** The active faults, oldest first. */
  faults: SandboxFault[]
}

/** An error or delay that the account created in its sandbox. */
export interface SandboxFault {
  /** The fault's ID. Affected responses and deliveries have it in the header `Haat-Sandbox-Fault`. */
  id: string
  /** The `operationId` of the operation that fails or is delayed; null for an event's fault. */
  operation: string | null
  /** The HTTP status of the error; null if there is none. */
  status: number | null
  /** The code of the error; null if there is none. */
  code: "authentication_required" | "invalid_token" | "token_expired" | "token_revoked" | "insufficient_scope" | "ip_not_allowed" | "not_a_seller" | "email_not_verified" | "reauthentication_required" | "second_factor_required" | "live_key_required" | "test_key_required" | "not_found" | "method_not_allowed" | "not_acceptable" | "invalid_state" | "idempotency_in_progress" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "idempotency_key_reused" | "rate_limit_exceeded" | "request_timeout" | "header_fields_too_large" | "bad_request" | "internal_error" | "unavailable" | null
  /** The event whose deliveries are affected; null for an operation's fault. */
  event: "order.created" | "order.shipped" | "order.delivered" | "order.cancelled" | "order.refunded" | "seller.order.created" | "seller.order.updated" | "seller.stock.low" | "key.expiring" | "limit.approaching" | "webhook_endpoint.disabled" | "app.authorized" | "app.deauthorized" | null
  /** How the deliveries are affected. */
  behaviour: "duplicate" | "out_of_order" | "delay" | null
  /** How many times the fault takes effect in total. */
  times: number
  /** How many times the fault will still take effect. It is then deleted. */
  remaining: number
  /** The delay of the operation or delivery, in milliseconds. */
  delay_ms: number
  /** When the fault was created, by the sandbox's clock. */
  created_at: string
}

export interface SandboxFaultList {
  /** The entries of this page. */
  data: SandboxFault[]
  meta: PageMeta
  links: PageLinks
}

export interface SandboxFaultResponse {
  data: SandboxFault
}

/** An order that was placed in the sandbox. */
export interface SandboxOrder {
  /** The order's ID. */
  id: string
  /** The order's number; with `buyer` me, it is in `GET /orders`. */
  number: string
  /** Who placed the order: the account itself or a customer of the sandbox. */
  buyer: "me" | "fixture"
  /** Whether it is paid. */
  payment_status: "paid" | "pending" | "failed"
  /** The order's parts, one for each store. */
  seller_orders: {
    /** The ID of the seller order. */
    id: string
    /** The number of the seller order. */
    number: string
    /** The store's slug. The account handles only its own store's orders. */
    store: string
  }[]
}

export interface SandboxOrderResponse {
  data: SandboxOrder
}

export interface SandboxResponse {
  data: Sandbox
}

/** What `q` was taken to mean. */
export interface SearchMeta {
  /** The words that were searched for instead of mistyped ones; null if none was corrected. */
  corrected_query: string | null
  /** How the search text was interpreted. */
  interpreted: {
    /** The words that were searched for; words such as `buy` or `ka` are left out. */
    words: string[]
    /** Paise. */
    min_price: number | null
    /** Paise. */
    max_price: number | null
    /** Sizes such as `5 kg`, which come first among equals. */
    sizes: string[]
  }
}

/** The part of an order that one store fulfils. */
export interface SellerOrder {
  /** The seller order's ID. */
  id: string
  /** The number of the seller order. */
  number: string
  /** The number of the customer's order that includes this seller order. */
  order_number: string
  /** The status of the seller order. */
  status: "pending" | "confirmed" | "packed" | "shipped" | "delivered" | "cancelled"
  /** Whether it is paid. */
  payment_status: "pending" | "paid" | "partially_refunded" | "refunded" | "failed"
  /** False for sandbox orders, which only test credentials can see. */
  livemode: boolean
  /** Increases with each change. Of two copies, the one with the lower version is older. */
  version: number
  /** The currency of all amounts. */
  currency: "INR"
  /** What the store ships. */
  items: OrderItem[]
  /** Paise of INR. */
  subtotal: number
  /** Paise of INR. */
  shipping_total: number
  /** The GST included in the item prices, in paise. */
  tax_total: number
  /** Paise of INR. */
  total: number
  /** The amount refunded so far, in paise. */
  refunded_total: number
  /** When it was ordered. */
  placed_at: string
  /** When the seller order last changed. */
  updated_at: string
  /** The latest time to ship the order. */
  ship_by: string
  /** When the store shipped it; null until then. */
  shipped_at: string | null
  /** The parcel; null until it is shipped. */
  shipment: Shipment | null
  /** Null once the order is delivered or cancelled. */
  delivery_address: DeliveryAddress | null
}

export interface SellerOrderCreatedEvent {
  /** The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates. */
  id: string
  /** The type of the event. */
  type: "seller.order.created"
  /** When the event happened. */
  timestamp: string
  /** The API version of `data`. */
  api_version: string
  /** False for events of the sandbox. */
  livemode: boolean
  /** Only at an app's endpoint: the account of the event, with the ID that the app knows. */
  account?: {
    /** The account's ID, as the app knows it. */
    id: string
  }
  data: SellerOrderSnapshot
}

export interface SellerOrderList {
  /** The entries of this page. */
  data: SellerOrder[]
  meta: PageMeta
  links: PageLinks
}

export interface SellerOrderResponse {
  data: SellerOrder
}

/** A seller order at the time of the event, without its delivery address. Its version increases with each change, so you can drop an older copy that arrives later. */
export interface SellerOrderSnapshot {
  /** The seller order's ID. */
  id: string
  /** The number of the seller order. */
  number: string
  /** The number of the customer's order that includes this seller order. */
  order_number: string
  /** The status of the seller order. */
  status: "pending" | "confirmed" | "packed" | "shipped" | "delivered" | "cancelled"
  /** Whether it is paid. */
  payment_status: "pending" | "paid" | "partially_refunded" | "refunded" | "failed"
  /** False for sandbox orders, which only test credentials can see. */
  livemode: boolean
  /** Increases with each change. Of two copies, the one with the lower version is older. */
  version: number
  /** The currency of all amounts. */
  currency: "INR"
  /** What the store ships. */
  items: OrderItem[]
  /** Paise of INR. */
  subtotal: number
  /** Paise of INR. */
  shipping_total: number
  /** The GST included in the item prices, in paise. */
  tax_total: number
  /** Paise of INR. */
  total: number
  /** The amount refunded so far, in paise. */
  refunded_total: number
  /** When it was ordered. */
  placed_at: string
  /** When the seller order last changed. */
  updated_at: string
  /** The latest time to ship the order. */
  ship_by: string
  /** When the store shipped it; null until then. */
  shipped_at: string | null
  /** The parcel; null until it is shipped. */
  shipment: Shipment | null
}

export interface SellerOrderUpdatedEvent {
  /** The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates. */
  id: string
  /** The type of the event. */
  type: "seller.order.updated"
  /** When the event happened. */
  timestamp: string
  /** The API version of `data`. */
  api_version: string
  /** False for events of the sandbox. */
  livemode: boolean
  /** Only at an app's endpoint: the account of the event, with the ID that the app knows. */
  account?: {
    /** The account's ID, as the app knows it. */
    id: string
  }
  data: SellerOrderSnapshot
}

/** A product of the store, for sale or not, with its offers. */
export interface SellerProduct {
  /** The product's ID. */
  id: number
  /** The name in URLs. */
  slug: string
  /** The product's name. */
  name: string
  /** Only active products are for sale. */
  status: "draft" | "active" | "archived"
  /** The stock and price of each variant. */
  offers: Offer[]
  /** When the product last changed; offers have their own version. */
  updated_at: string
}

export interface SellerProductList {
  /** The entries of this page. */
  data: SellerProduct[]
  meta: PageMeta
  links: PageLinks
}

export interface SellerStockLowEvent {
  /** The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates. */
  id: string
  /** The type of the event. */
  type: "seller.stock.low"
  /** When the event happened. */
  timestamp: string
  /** The API version of `data`. */
  api_version: string
  /** False for events of the sandbox. */
  livemode: boolean
  /** Only at an app's endpoint: the account of the event, with the ID that the app knows. */
  account?: {
    /** The account's ID, as the app knows it. */
    id: string
  }
  data: LowStock
}

/** A parcel. */
export interface Shipment {
  /** The courier that carries the parcel. */
  courier_name: string
  /** The air waybill number, by which the courier tracks the parcel. */
  awb: string
  /** Where the parcel can be tracked; null if the courier has no such page. */
  tracking_url: string | null
  /** When it was shipped. */
  shipped_at: string
  /** When it was delivered; null until then. */
  delivered_at: string | null
}

export interface ShipmentResult {
  /** The `id` that you sent; null if you sent none. */
  id: string | null
  /** Only if the order was shipped. */
  status?: "shipped"
  /** The order's new version. Only if the order was shipped. */
  version?: number
  /** Why the order was not shipped. The order was not changed. */
  error?: {
    /** The error's code: branch on it. */
    code: "not_found" | "invalid_state" | "validation_failed"
    /** What went wrong, for developers. */
    message: string
    /** The invalid fields. Only with `validation_failed`. */
    details?: {
      /** The parameter or the field that is invalid. */
      param: string
      /** What is wrong with it. */
      code: string
      /** What is wrong with it, for developers. */
      message: string
    }[]
  }
}

export interface ShipmentResultResponse {
  /** The resource, or the list of resources. */
  data: ShipmentResult[]
  meta: ShipmentsMeta
}

/** The number of orders that were shipped and that failed. */
export interface ShipmentsMeta {
  /** The number of orders that were shipped. */
  shipped: number
  /** The number of orders that failed. */
  failed: number
}

export interface ShipSandboxSellerOrderRequest {
  /** The courier's name. */
  courier_name: string
  /** The air waybill number. */
  awb: string
  /** The URL where the customer can track the shipment; http or https. */
  tracking_url?: string
}

export interface ShipSellerOrderRequest {
  /** The courier's name. */
  courier_name: string
  /** The air waybill number. */
  awb: string
  /** The URL where the customer can track the shipment; http or https. */
  tracking_url?: string
}

/** The API's health. */
export interface Status {
  /** ok, or degraded if a dependency is down. */
  status: "ok" | "degraded"
  /** The version of the API. */
  api_version: string
  /** The time of the server. */
  time: string
  /** The state of each component: `ok` or `down`. The database can also be `read_only` or `disk_full`, and its disk `full`. */
  components: Record<string, string>
}

export interface StatusResponse {
  data: Status
}

/** A category, brand or product that completes the typed text. */
export interface Suggestion {
  /** What is suggested. */
  type: "category" | "brand" | "product"
  /** The slug for `category` or `brand` of `GET /products`, or for `GET /products/{slug}`. */
  slug: string
  /** The name of the category, brand or product. */
  name: string
  /** The language of `name`; `en` for the default name. Only with `locale`. */
  name_locale?: "en" | "hi" | "mai"
  /** The page of the category or product, or the list of the brand's products. */
  url: string
}

export interface SuggestionResponse {
  /** The resource, or the list of resources. */
  data: Suggestion[]
}

export interface TestWebhookEndpointRequest {
  /** The type of the event, whether or not the endpoint subscribes to it. */
  type?: "order.created" | "order.shipped" | "order.delivered" | "order.cancelled" | "order.refunded" | "seller.order.created" | "seller.order.updated" | "seller.stock.low" | "key.expiring" | "limit.approaching" | "webhook_endpoint.disabled" | "app.authorized" | "app.deauthorized" | "ping"
}

export interface UpdateSellerOffersRequest {
  /** 1 to 100 offers of the store, by SKU. */
  offers: {
    /** The stock-keeping unit of the variant. */
    sku: string
    /** The new stock that can be ordered. */
    stock?: number
    /** Paise of INR, GST inclusive. */
    price?: number
    /** Paise of INR; at least the price. */
    mrp?: number
    /** The version that you read. If an order or another change came since, this offer is not changed. */
    version?: number
  }[]
  /** Whether to return the results without changing anything. */
  dry_run?: boolean
}

export interface UpdateWebhookEndpointRequest {
  /** An https URL that can be reached from the internet. */
  url?: string
  /** What the endpoint is for, in the account's words. */
  description?: string
  /** The types of events that it receives. */
  events?: ("order.created" | "order.shipped" | "order.delivered" | "order.cancelled" | "order.refunded" | "seller.order.created" | "seller.order.updated" | "seller.stock.low" | "key.expiring" | "limit.approaching" | "webhook_endpoint.disabled" | "app.authorized" | "app.deauthorized")[]
  /** `paused` stops sending; `enabled` sends again, even if the endpoint was disabled. */
  status?: "enabled" | "paused"
}

/** The requests of an interval. Intervals without a request are left out. */
export interface UsageCount {
  /** When the interval begins. */
  from: string
  /** When the interval ends, exclusive. */
  until: string
  /** The ID of the API key, or of the grant to an app; only with `group_by=key`. */
  key: string | null
  /** Such as `GET /products/{slug}`; only with `group_by=operation`. */
  operation: string | null
  /** The HTTP status; only with `group_by=status`. */
  status: number | null
  /** The exact number of requests. */
  requests: number
  /** The number of requests with a status of 400 or above. */
  errors: number
  /** The median duration in milliseconds, estimated from a histogram. */
  p50_ms: number | null
  /** The 95th percentile of the duration in milliseconds, estimated from a histogram. */
  p95_ms: number | null
}

export interface UsageCountResponse {
  /** The resource, or the list of resources. */
  data: UsageCount[]
  /** Information about the list or the request. */
  meta: {
    /** When the first interval begins. */
    from: string
    /** When the last interval ends, exclusive. */
    to: string
    /** True if live requests are counted, false for sandbox requests. */
    livemode: boolean
    /** When requests of the range may start to be missing, because a Haat process was killed. Null if none are missing. */
    incomplete_from: string | null
  }
}

/** A request to an endpoint, with its response. */
export interface WebhookAttempt {
  /** The number of the attempt, from 1. */
  number: number
  /** schedule: the first attempt or a retry; redelivery: you asked for it; test: a test of the endpoint. */
  trigger: "schedule" | "redelivery" | "test"
  /** The endpoint's URL at that time. */
  url: string
  /** The headers that were sent. */
  request_headers: Record<string, string>
  /** The HTTP status; null if no response arrived. */
  status_code: number | null
  /** Why no complete response arrived, such as `timeout`. */
  error: string | null
  /** The headers of the response; null if there was no response. */
  response_headers: Record<string, string> | null
  /** The first 64 KiB of the response body; null if it is not text. */
  response_body: string | null
  /** How long the attempt took, in milliseconds. */
  duration_ms: number
  /** When the attempt was made. */
  created_at: string
}

/** The delivery of an event to one endpoint. */
export interface WebhookDelivery {
  /** The delivery's ID. */
  id: string
  /** The ID of the endpoint. */
  endpoint_id: string
  /** The ID of the event, as in `webhook-id`. */
  event_id: string
  /** The type of the event. */
  event_type: "order.created" | "order.shipped" | "order.delivered" | "order.cancelled" | "order.refunded" | "seller.order.created" | "seller.order.updated" | "seller.stock.low" | "key.expiring" | "limit.approaching" | "webhook_endpoint.disabled" | "app.authorized" | "app.deauthorized" | "ping"
  /** pending: another attempt follows; delivered: an attempt got a 2xx response; failed: none did, and no other follows. */
  status: "delivered" | "pending" | "failed"
  /** The number of attempts so far. */
  attempts: number
  /** The HTTP status of the last attempt; null before the first attempt, or if no response arrived. */
  last_status_code: number | null
  /** When the last attempt was made; null before the first. */
  last_attempt_at: string | null
  /** When the next attempt is due; null if none follows. */
  next_attempt_at: string | null
  /** When it was created. */
  created_at: string
}

/** A delivery with its body and its attempts. */
export interface WebhookDeliveryDetail {
  /** The delivery's ID. */
  id: string
  /** The ID of the endpoint. */
  endpoint_id: string
  /** The ID of the event, as in `webhook-id`. */
  event_id: string
  /** The type of the event. */
  event_type: "order.created" | "order.shipped" | "order.delivered" | "order.cancelled" | "order.refunded" | "seller.order.created" | "seller.order.updated" | "seller.stock.low" | "key.expiring" | "limit.approaching" | "webhook_endpoint.disabled" | "app.authorized" | "app.deauthorized" | "ping"
  /** pending: another attempt follows; delivered: an attempt got a 2xx response; failed: none did, and no other follows. */
  status: "delivered" | "pending" | "failed"
  /** The number of attempts so far. */
  attempts: number
  /** The HTTP status of the last attempt; null before the first attempt, or if no response arrived. */
  last_status_code: number | null
  /** When the last attempt was made; null before the first. */
  last_attempt_at: string | null
  /** When the next attempt is due; null if none follows. */
  next_attempt_at: string | null
  /** When it was created. */
  created_at: string
  /** The body of each attempt. Null if the event has expired, or you no longer handle its store's orders. */
  body: string | null
  /** The attempts, newest first. */
  history: WebhookAttempt[]
}

export interface WebhookDeliveryDetailResponse {
  data: WebhookDeliveryDetail
}

export interface WebhookDeliveryList {
  /** The entries of this page. */
  data: WebhookDelivery[]
  meta: PageMeta
  links: PageLinks
}

export interface WebhookDeliveryResponse {
  data: WebhookDelivery
}

/** A URL that events are sent to. */
export interface WebhookEndpoint {
  /** The endpoint's ID. */
  id: string
  /** Where events are sent. */
  url: string
  /** What the endpoint is for, in the account's words. */
  description: string
  /** The types of events that it receives. */
  events: ("order.created" | "order.shipped" | "order.delivered" | "order.cancelled" | "order.refunded" | "seller.order.created" | "seller.order.updated" | "seller.stock.low" | "key.expiring" | "limit.approaching" | "webhook_endpoint.disabled" | "app.authorized" | "app.deauthorized")[]
  /** While an endpoint is paused, or disabled because it was failing, events wait for up to 30 days. */
  status: "enabled" | "paused" | "disabled"
  /** failing: 20 failures in a row; gone: it responded with 410. */
  disabled_reason: "failing" | "gone" | null
  /** The endpoint's mode. It receives the events of this mode only. */
  livemode: boolean
  /** Consecutive failures of scheduled attempts. Failures within four seconds count once. A success resets it to 0; at 20, the endpoint is disabled. */
  failures_in_a_row: number
  /** When the old secret stops signing; null if only the current one signs. */
  previous_secret_expires_at: string | null
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Why the endpoint may receive no events. Empty if there is no problem. */
  warnings: {
    /** The kind of problem. */
    code: "buyer_events_only" | "no_store"
    /** The problem, for developers. */
    message: string
  }[]
}

export interface WebhookEndpointDisabledEvent {
  /** The event's ID, the same at every attempt and in `webhook-id`. Use it to detect duplicates. */
  id: string
  /** The type of the event. */
  type: "webhook_endpoint.disabled"
  /** When the event happened. */
  timestamp: string
  /** The API version of `data`. */
  api_version: string
  /** False for events of the sandbox. */
  livemode: boolean
  /** Only at an app's endpoint: the account of the event, with the ID that the app knows. */
  account?: {
    /** The account's ID, as the app knows it. */
    id: string
  }
  data: DisabledEndpoint
}

export interface WebhookEndpointList {
  /** The entries of this page. */
  data: WebhookEndpoint[]
  meta: PageMeta
  links: PageLinks
}

export interface WebhookEndpointResponse {
  data: WebhookEndpoint
}

/** An endpoint with its signing secret, which is never shown again. */
export interface WebhookEndpointSecret {
  /** The endpoint's ID. */
  id: string
  /** Where events are sent. */
  url: string
  /** What the endpoint is for, in the account's words. */
  description: string
  /** The types of events that it receives. */
  events: ("order.created" | "order.shipped" | "order.delivered" | "order.cancelled" | "order.refunded" | "seller.order.created" | "seller.order.updated" | "seller.stock.low" | "key.expiring" | "limit.approaching" | "webhook_endpoint.disabled" | "app.authorized" | "app.deauthorized")[]
  /** While an endpoint is paused, or disabled because it was failing, events wait for up to 30 days. */
  status: "enabled" | "paused" | "disabled"
  /** failing: 20 failures in a row; gone: it responded with 410. */
  disabled_reason: "failing" | "gone" | null
  /** The endpoint's mode. It receives the events of this mode only. */
  livemode: boolean
  /** Consecutive failures of scheduled attempts. Failures within four seconds count once. A success resets it to 0; at 20, the endpoint is disabled. */
  failures_in_a_row: number
  /** When the old secret stops signing; null if only the current one signs. */
  previous_secret_expires_at: string | null
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Why the endpoint may receive no events. Empty if there is no problem. */
  warnings: {
    /** The kind of problem. */
    code: "buyer_events_only" | "no_store"
    /** The problem, for developers. */
    message: string
  }[]
  /** The secret that signs deliveries (Standard Webhooks). Only this response contains it. */
  secret: string
}

export interface WebhookEndpointSecretResponse {
  data: WebhookEndpointSecret
}

/** An event of the account or its store. */
export type WebhookEvent = OrderCreatedEvent | OrderShippedEvent | OrderDeliveredEvent | OrderCancelledEvent | OrderRefundedEvent | SellerOrderCreatedEvent | SellerOrderUpdatedEvent | SellerStockLowEvent | KeyExpiringEvent | LimitApproachingEvent | WebhookEndpointDisabledEvent | AppAuthorizedEvent | AppDeauthorizedEvent | PingEvent

export interface WebhookEventList {
  /** The entries of this page. */
  data: WebhookEvent[]
  meta: PageMeta
  links: PageLinks
}

export interface WebhookEventResponse {
  data: WebhookEvent
}

/** The number of deliveries in a replay. */
export interface WebhookReplay {
  /** The number of deliveries that are, or would be, sent again. */
  count: number
  /** Whether the deliveries were only counted. */
  dry_run: boolean
}

export interface WebhookReplayResponse {
  data: WebhookReplay
}

/** An endpoint's response to a test event. */
export interface WebhookTest {
  /** The ID of the delivery. */
  delivery_id: string
  /** Whether the endpoint responded with a 2xx status. */
  delivered: boolean
  /** The status of the response, even if only its beginning arrived; null if none arrived. */
  status_code: number | null
  /** Why no complete response arrived, such as timeout, connection_refused, tls_failed, host_not_found or address_not_public. */
  error: string | null
  /** The headers of the response; null if there was no response. */
  response_headers: Record<string, string> | null
  /** The first 64 KiB of the response body; null if it is not text. */
  response_body: string | null
  /** How long the attempt took, in milliseconds. */
  duration_ms: number
}

export interface WebhookTestResponse {
  data: WebhookTest
}

/** What `listApps` can be asked for. */
export interface ListAppsQuery {
  /** The page number, from 1. Default: 1. */
  page?: number
  /** The number of entries on a page. 1 to 100. Default: 20. */
  per_page?: number
}

/** What `listCategories` can be asked for. */
export interface ListCategoriesQuery {
  /** A category's slug returns only its children; `root` returns the top level. At most 200 characters. */
  parent?: string
  /** The language of the names of products and categories. A name without a translation is the default name; `name_locale` is the language of each name. `Accept-Language` is not considered. */
  locale?: "en" | "hi" | "mai"
  /** The page number, from 1. Default: 1. */
  page?: number
  /** The number of entries on a page. 1 to 100. Default: 100. */
  per_page?: number
}

/** What `listProducts` can be asked for. */
export interface ListProductsQuery {
  /** Search terms (the first eight distinct words), in English, Hindi or Maithili, in Devanagari or Latin script. They are matched against name, brand, category and description; synonyms, other spellings and typos are recognised. Prices and sizes are read too: `saree under 500`, `500 se kam`, `atta 5 kg`. If few products match all words, those that match most follow, when sorting by relevance. At most 120 characters. */
  q?: string
  /** A category's slug; its sub-categories are included. An unknown one returns 404, whereas an unknown `parent` of `GET /categories` returns 422. At most 200 characters. */
  category?: string
  /** A brand's slug. An unknown one returns 404. At most 200 characters. */
  brand?: string
  /** A store's slug. An unknown one returns 404. At most 200 characters. */
  seller?: string
  /** Paise. */
  min_price?: number
  /** Paise. */
  max_price?: number
  /** true: only products in stock. */
  in_stock?: boolean
  /** The language of the names of products and categories. A name without a translation is the default name; `name_locale` is the language of each name. `Accept-Language` is not considered. */
  locale?: "en" | "hi" | "mai"
  /** The order; by default `relevance` with `q`, otherwise `popular`. */
  sort?: "popular" | "newest" | "price_asc" | "price_desc" | "rating" | "discount" | "relevance"
  /** A comma-separated list of `category`, `brand`, `price`, `seller`, `in_stock`. For each of them, `meta.facets` counts the listed products by its values. Each facet ignores its own filter, so it also counts what another value would list. */
  facets?: string
  /** The page number, from 1. Default: 1. */
  page?: number
  /** The number of entries on a page. 1 to 100. Default: 20. */
  per_page?: number
}

/** What `getProduct` can be asked for. */
export interface GetProductQuery {
  /** The language of the names of products and categories. A name without a translation is the default name; `name_locale` is the language of each name. `Accept-Language` is not considered. */
  locale?: "en" | "hi" | "mai"
}

/** What `listSuggestions` can be asked for. */
export interface ListSuggestionsQuery {
  /** The typed text, in English, Hindi or Maithili, in Devanagari or Latin script. The last word may be unfinished: `hal` suggests what `haldi` finds, also turmeric. At most 120 characters. */
  q: string
  /** The maximum number of suggestions. 1 to 20. Default: 8. */
  limit?: number
  /** The language of the names of products and categories. A name without a translation is the default name; `name_locale` is the language of each name. `Accept-Language` is not considered. */
  locale?: "en" | "hi" | "mai"
}

/** What `listOrders` can be asked for. */
export interface ListOrdersQuery {
  /** Only orders in this status. */
  status?: "pending" | "confirmed" | "packed" | "shipped" | "delivered" | "cancelled"
  /** The page number, from 1. Default: 1. */
  page?: number
  /** The number of entries on a page. 1 to 100. Default: 20. */
  per_page?: number
}

/** What `listSellerOrders` can be asked for. */
export interface ListSellerOrdersQuery {
  /** Only orders in this status. */
  status?: "pending" | "confirmed" | "packed" | "shipped" | "delivered" | "cancelled"
  /** Only orders placed at this time or later. */
  placed_after?: string
  /** Only orders last changed at this time or later. With `sort=updated_at` and your newest `updated_at`, it finds what has changed since. */
  updated_after?: string
  /** Only orders to be shipped by this time or earlier, in any status. */
  ship_by_before?: string
  /** The time to sort by: placed, last changed or to be shipped. `-` puts the latest first. Default: "-placed_at". */
  sort?: "-placed_at" | "placed_at" | "-updated_at" | "updated_at" | "ship_by" | "-ship_by"
  /** The page number, from 1. Default: 1. */
  page?: number
  /** The number of entries on a page. 1 to 100. Default: 20. */
  per_page?: number
}

/** What `getUsage` can be asked for. */
export interface GetUsageQuery {
  /** The earliest time. By default 24 hours before `to`, or 30 days with `day` or `range`. The interval that contains it is counted in full. */
  from?: string
  /** The latest time, exclusive; by default now. The interval that contains it is counted in full. */
  to?: string
  /** The interval, in UTC. At most 31 days by hour, 400 by day. `range` counts the whole hours of the range together. Default: "hour". */
  interval?: "hour" | "day" | "range"
  /** Counts separately by API key or app grant, by operation, or by status. */
  group_by?: "key" | "operation" | "status"
}

/** What `listRequests` can be asked for. */
export interface ListRequestsQuery {
  /** Only requests with this API key, or with tokens of this grant to an app. */
  credential?: string
  /** Only requests with this status: `error` (400 and above), a class such as `4xx`, or a status. */
  status?: string
  /** Only requests with this method. */
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD"
  /** Only requests whose path contains this text; the query is not searched. At most 200 characters. */
  path?: string
  /** Only requests with this error code. */
  code?: string
  /** Only requests that arrived at this time or later. */
  from?: string
  /** Only requests that arrived before this time. */
  until?: string
  /** `meta.next` of the previous page. */
  before?: string
}

/** What `listKeys` can be asked for. */
export interface ListKeysQuery {
  /** The page number, from 1. Default: 1. */
  page?: number
  /** The number of entries on a page. 1 to 100. Default: 20. */
  per_page?: number
}

/** What `listSellerProducts` can be asked for. */
export interface ListSellerProductsQuery {
  /** Only products in this status. */
  status?: "draft" | "active" | "archived"
  /** Only the product with this SKU. At most 200 characters. */
  sku?: string
  /** Only products with an offer that has at most this stock; 0 finds sold-out products. 0 to 2147483647. */
  max_stock?: number
  /** The page number, from 1. Default: 1. */
  page?: number
  /** The number of entries on a page. 1 to 100. Default: 20. */
  per_page?: number
}

/** What `listWebhookEndpoints` can be asked for. */
export interface ListWebhookEndpointsQuery {
  /** The page number, from 1. Default: 1. */
  page?: number
  /** The number of entries on a page. 1 to 100. Default: 20. */
  per_page?: number
}

/** What `listEvents` can be asked for. */
export interface ListEventsQuery {
  /** Only events of this type. */
  type?: "order.created" | "order.shipped" | "order.delivered" | "order.cancelled" | "order.refunded" | "seller.order.created" | "seller.order.updated" | "seller.stock.low" | "key.expiring" | "limit.approaching" | "webhook_endpoint.disabled" | "app.authorized" | "app.deauthorized" | "ping"
  /** Only events at this time or later. To miss none, use one minute before your newest event. */
  since?: string
  /** Only events before this time. */
  until?: string
  /** The page number, from 1. Default: 1. */
  page?: number
  /** The number of entries on a page. 1 to 100. Default: 20. */
  per_page?: number
}

/** What `streamEvents` can be asked for. */
export interface StreamEventsQuery {
  /** Only events of this type. */
  type?: "order.created" | "order.shipped" | "order.delivered" | "order.cancelled" | "order.refunded" | "seller.order.created" | "seller.order.updated" | "seller.stock.low" | "key.expiring" | "limit.approaching" | "webhook_endpoint.disabled" | "app.authorized" | "app.deauthorized" | "ping"
  /** Start with the events at this time or later, up to 30 days back. */
  since?: string
}

/** What `listWebhookDeliveries` can be asked for. */
export interface ListWebhookDeliveriesQuery {
  /** Only deliveries to this endpoint, even if it is deleted. */
  endpoint?: string
  /** Only deliveries with this status. */
  status?: "delivered" | "pending" | "failed"
  /** Only deliveries of events of this type. */
  type?: "order.created" | "order.shipped" | "order.delivered" | "order.cancelled" | "order.refunded" | "seller.order.created" | "seller.order.updated" | "seller.stock.low" | "key.expiring" | "limit.approaching" | "webhook_endpoint.disabled" | "app.authorized" | "app.deauthorized" | "ping"
  /** Only deliveries created at this time or later. */
  since?: string
  /** Only deliveries created before this time. */
  until?: string
  /** The page number, from 1. Default: 1. */
  page?: number
  /** The number of entries on a page. 1 to 100. Default: 20. */
  per_page?: number
}

/** What `listSandboxFaults` can be asked for. */
export interface ListSandboxFaultsQuery {
  /** The page number, from 1. Default: 1. */
  page?: number
  /** The number of entries on a page. 1 to 100. Default: 20. */
  per_page?: number
}

/** What a webhook brings; its `type` tells which of these. */
export type WebhookPayload = OrderCreatedEvent | OrderShippedEvent | OrderDeliveredEvent | OrderCancelledEvent | OrderRefundedEvent | SellerOrderCreatedEvent | SellerOrderUpdatedEvent | SellerStockLowEvent | KeyExpiringEvent | LimitApproachingEvent | WebhookEndpointDisabledEvent | AppAuthorizedEvent | AppDeauthorizedEvent | PingEvent
