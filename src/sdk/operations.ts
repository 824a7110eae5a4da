// Written by `npm run sdk` from openapi.json; changes belong there.

import type { Pages } from "./pages"
import type { ApiKey, App, CancelSellerOrderRequest, Category, CreateSandboxFaultRequest, CreateShipmentsRequest, CreateWebhookEndpointRequest, DeprecationResponse, GetProductQuery, GetUsageQuery, ListAppsQuery, ListCategoriesQuery, ListEventsQuery, ListKeysQuery, ListOrdersQuery, ListProductsQuery, ListRequestsQuery, ListSandboxFaultsQuery, ListSellerOrdersQuery, ListSellerProductsQuery, ListSuggestionsQuery, ListWebhookDeliveriesQuery, ListWebhookEndpointsQuery, LoggedRequestDetailResponse, LoggedRequestResponse, MeResponse, MoveSandboxClockRequest, OfferResultResponse, Order, OrderDetailResponse, PlaceSandboxOrderRequest, Product, ProductDetailResponse, RateLimitResponse, RefundSellerOrderRequest, ReplayWebhookDeliveriesRequest, SandboxFault, SandboxFaultResponse, SandboxOrderResponse, SandboxResponse, SellerOrder, SellerOrderResponse, SellerProduct, ShipSandboxSellerOrderRequest, ShipSellerOrderRequest, ShipmentResultResponse, StatusResponse, SuggestionResponse, TestWebhookEndpointRequest, UpdateSellerOffersRequest, UpdateWebhookEndpointRequest, UsageCountResponse, WebhookDelivery, WebhookDeliveryDetailResponse, WebhookDeliveryResponse, WebhookEndpoint, WebhookEndpointResponse, WebhookEndpointSecretResponse, WebhookEvent, WebhookEventResponse, WebhookReplayResponse, WebhookTestResponse } from "./schemas"
import type { ApiResponse, IdempotentRequestOptions, RequestOptions, Transport } from "./transport"

/** One method for each operation of the API. */
export class Operations {
  constructor(private readonly transport: Transport) {}

  /**
   * Retrieve the current account.
   * The account that the credential acts for: the owner of the API key, or the person who authorized the app. A test client gets a persona instead, unless the person is the app's owner or a tester.
   * `GET /me`, scope `profile.read`.
   */
  getMe(options: RequestOptions = {}): Promise<ApiResponse<MeResponse>> {
    return this.transport.send({ method: "GET", path: "/me" }, options)
  }

  /**
   * List apps.
   * The marketplace's own apps that are public and enabled.
   * `GET /apps`, no credential needed.
   */
  listApps(query: ListAppsQuery = {}, options: RequestOptions = {}): Pages<App> {
    return this.transport.pages({ method: "GET", path: "/apps", query }, options)
  }

  /**
   * Retrieve the API's status.
   * Whether the API can serve requests, and the state of each of its components.
   * `GET /status`, no credential needed.
   */
  getStatus(options: RequestOptions = {}): Promise<ApiResponse<StatusResponse>> {
    return this.transport.send({ method: "GET", path: "/status" }, options)
  }

  /**
   * List categories.
   * Parents come before children. A category is active if all of its ancestors are. An unknown or inactive `parent` returns 422; an unknown `category` of `GET /products` returns 404.
   * `GET /categories`, scope `catalog.read`.
   */
  listCategories(query: ListCategoriesQuery = {}, options: RequestOptions = {}): Pages<Category> {
    return this.transport.pages({ method: "GET", path: "/categories", query }, options)
  }

  /**
   * List products.
   * Products of approved stores, filtered and sorted. `facets` counts them by category, brand, price, seller and stock.
   * `GET /products`, scope `catalog.read`.
   */
  listProducts(query: ListProductsQuery = {}, options: RequestOptions = {}): Pages<Product> {
    return this.transport.pages({ method: "GET", path: "/products", query }, options)
  }

  /**
   * Retrieve a product.
   * A product with its description, options, images and variants. One that is not shown is a 404.
   * `GET /products/{slug}`, scope `catalog.read`.
   */
  getProduct(slug: string, { query = {}, ...options }: RequestOptions & { query?: GetProductQuery } = {}): Promise<ApiResponse<ProductDetailResponse>> {
    return this.transport.send({ method: "GET", path: "/products/{slug}", pathParameters: { slug }, query }, options)
  }

  /**
   * Suggest categories, brands and products.
   * Categories, brands and products for a search box to show while a user types. Their names begin like the words of `q`, or like a synonym or another spelling. Categories come first, then brands, then products, of which the most popular come first. Responses can be cached for a minute.
   * `GET /suggestions`, scope `catalog.read`.
   */
  listSuggestions(query: ListSuggestionsQuery, options: RequestOptions = {}): Promise<ApiResponse<SuggestionResponse>> {
    return this.transport.send({ method: "GET", path: "/suggestions", query }, options)
  }

  /**
   * List orders.
   * The orders that the account placed as a customer, in the credential's mode, newest first.
   * `GET /orders`, scope `orders.read`.
   */
  listOrders(query: ListOrdersQuery = {}, options: RequestOptions = {}): Pages<Order> {
    return this.transport.pages({ method: "GET", path: "/orders", query }, options)
  }

  /**
   * Retrieve an order.
   * An order with its items, its parts by seller, their shipments and the delivery address. Orders of other accounts return 404.
   * `GET /orders/{number}`, scope `orders.read`.
   */
  getOrder(number: string, options: RequestOptions = {}): Promise<ApiResponse<OrderDetailResponse>> {
    return this.transport.send({ method: "GET", path: "/orders/{number}", pathParameters: { number } }, options)
  }

  /**
   * List seller orders.
   * The orders of the store that the account owns or handles orders for, newest first unless `sort` says otherwise. The delivery address is included until an order is delivered or cancelled.
   * `GET /seller/orders`, scope `seller.orders.read`.
   */
  listSellerOrders(query: ListSellerOrdersQuery = {}, options: RequestOptions = {}): Pages<SellerOrder> {
    return this.transport.pages({ method: "GET", path: "/seller/orders", query }, options)
  }

  /**
   * Retrieve a seller order.
   * An order of the store in the credential's mode, by its `id` or `number`. The delivery address is included until the order is delivered or cancelled. Its ETag is strong: send it in If-Match to change the order only as you read it.
   * `GET /seller/orders/{id}`, scope `seller.orders.read`.
   */
  getSellerOrder(id: string, options: RequestOptions = {}): Promise<ApiResponse<SellerOrderResponse>> {
    return this.transport.send({ method: "GET", path: "/seller/orders/{id}", pathParameters: { id } }, options)
  }

  /**
   * Confirm a seller order.
   * Accepts a pending order that is paid, or is to be paid on delivery. Any other order returns 409. A live key changes live orders, a test key those of the sandbox. The order's ETag is its `version` in quotes, such as "3". Send it in If-Match to change the order only if it has not changed since you read it.
   * `POST /seller/orders/{id}/confirm`, scope `seller.orders.manage`.
   */
  confirmSellerOrder(id: string, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SellerOrderResponse>> {
    return this.transport.send({ method: "POST", path: "/seller/orders/{id}/confirm", pathParameters: { id }, idempotent: true }, options)
  }

  /**
   * Mark a seller order as packed.
   * Marks a confirmed order as packed, ready for the courier. Any other order returns 409. A live key changes live orders, a test key those of the sandbox. The order's ETag is its `version` in quotes, such as "3". Send it in If-Match to change the order only if it has not changed since you read it.
   * `POST /seller/orders/{id}/pack`, scope `seller.orders.manage`.
   */
  packSellerOrder(id: string, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SellerOrderResponse>> {
    return this.transport.send({ method: "POST", path: "/seller/orders/{id}/pack", pathParameters: { id }, idempotent: true }, options)
  }

  /**
   * Ship a seller order.
   * Marks a confirmed or packed order as shipped, records the shipment and notifies the customer by email. The order's ETag is its `version` in quotes, such as "3". Send it in If-Match to ship the order only if it has not changed since you read it.
   * `PATCH /seller/orders/{id}/ship`, scope `seller.orders.write`, live keys only.
   */
  shipSellerOrder(id: string, body: ShipSellerOrderRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SellerOrderResponse>> {
    return this.transport.send({ method: "PATCH", path: "/seller/orders/{id}/ship", pathParameters: { id }, body, idempotent: true }, options)
  }

  /**
   * Cancel a seller order.
   * Cancels an order that is not shipped yet. Its items go back to stock, what was paid is refunded, and the customer gets an email. A shipped, delivered or cancelled order returns 409. A live key changes live orders, a test key those of the sandbox. Orders of a sandbox send no email. The order's ETag is its `version` in quotes, such as "3". Send it in If-Match to change the order only if it has not changed since you read it.
   * `POST /seller/orders/{id}/cancel`, scope `seller.orders.manage`.
   */
  cancelSellerOrder(id: string, body: CancelSellerOrderRequest = {}, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SellerOrderResponse>> {
    return this.transport.send({ method: "POST", path: "/seller/orders/{id}/cancel", pathParameters: { id }, body, idempotent: true }, options)
  }

  /**
   * Refund a seller order.
   * Refunds a paid order, in part or whole, in any status, and the customer gets an email. If nothing was paid, or the amount is more than what remains, it returns 409. Without an Idempotency-Key, `refunded_total` or If-Match a repeated request refunds again. A live key changes live orders, a test key those of the sandbox. The order's ETag is its `version` in quotes, such as "3". Send it in If-Match to change the order only if it has not changed since you read it.
   * `POST /seller/orders/{id}/refund`, scope `seller.refunds.write`.
   */
  refundSellerOrder(id: string, body: RefundSellerOrderRequest = {}, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SellerOrderResponse>> {
    return this.transport.send({ method: "POST", path: "/seller/orders/{id}/refund", pathParameters: { id }, body, idempotent: true }, options)
  }

  /**
   * Ship many seller orders.
   * Ships up to 100 orders, each by itself. One that cannot be shipped does not keep the others back, and its result says why. Send an Idempotency-Key. A repeated request returns the stored results and ships the rest, even if the first was interrupted. Each 10 shipments count as one request. A live key ships live orders, a test key those of the sandbox.
   * `POST /seller/shipments`, scope `seller.orders.write`.
   */
  createShipments(body: CreateShipmentsRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<ShipmentResultResponse>> {
    return this.transport.send({ method: "POST", path: "/seller/shipments", body, idempotent: true }, options)
  }

  /**
   * Retrieve the credential's quota.
   * How many requests the calling credential may send in a window, and how many are left. The headers of the same response have the same values. The request itself is counted.
   * `GET /limits`, scope `usage.read`.
   */
  getLimits(options: RequestOptions = {}): Promise<ApiResponse<RateLimitResponse>> {
    return this.transport.send({ method: "GET", path: "/limits" }, options)
  }

  /**
   * Retrieve usage.
   * The requests by hour or day, in the credential's mode, and if you like by key, operation or status. An API key sees its account's, an app's token those of the app. A request is counted within two seconds of its response. Counts are kept for 400 days. `Accept: text/csv` returns the rows as comma-separated values.
   * `GET /usage`, scope `usage.read`.
   */
  getUsage(query: GetUsageQuery = {}, options: RequestOptions = {}): Promise<ApiResponse<UsageCountResponse>> {
    return this.transport.send({ method: "GET", path: "/usage", query }, options)
  }

  /**
   * List logged requests.
   * The requests of the last 30 days in the credential's mode, newest first, 50 on a page. An API key sees its account's, an app's token those of the app. A request is in the log within two seconds of its response. `meta.next` is the value of `before` for the next page.
   * `GET /requests`, scope `usage.read`.
   */
  listRequests(query: ListRequestsQuery = {}, options: RequestOptions = {}): Promise<ApiResponse<LoggedRequestResponse>> {
    return this.transport.send({ method: "GET", path: "/requests", query }, options)
  }

  /**
   * Retrieve a logged request.
   * A request with all that is stored of it. Secrets, email addresses and delivery addresses are redacted.
   * `GET /requests/{id}`, scope `usage.read`.
   */
  getRequest(id: string, options: RequestOptions = {}): Promise<ApiResponse<LoggedRequestDetailResponse>> {
    return this.transport.send({ method: "GET", path: "/requests/{id}", pathParameters: { id } }, options)
  }

  /**
   * List deprecations.
   * What is deprecated of the API, and when it stops working. Uses are those of the account's keys and its apps in the last 30 days, in the credential's mode. An app's token sees that app's calls only. A request is counted within two seconds of its response. The list is empty while nothing is deprecated.
   * `GET /deprecations`, scope `usage.read`.
   */
  listDeprecations(options: RequestOptions = {}): Promise<ApiResponse<DeprecationResponse>> {
    return this.transport.send({ method: "GET", path: "/deprecations" }, options)
  }

  /**
   * List API keys.
   * The account's keys in the credential's mode, without their secrets: active ones first, then the newest. Apps get 403. Keys are created and rolled in the portal.
   * `GET /keys`, scope `usage.read`.
   */
  listKeys(query: ListKeysQuery = {}, options: RequestOptions = {}): Pages<ApiKey> {
    return this.transport.pages({ method: "GET", path: "/keys", query }, options)
  }

  /**
   * List the store's products.
   * The products of the store, for sale or not, by id, each with the stock and price of its variants. A test key lists those of its sandbox's store.
   * `GET /seller/products`, scope `seller.catalog.read`.
   */
  listSellerProducts(query: ListSellerProductsQuery = {}, options: RequestOptions = {}): Pages<SellerProduct> {
    return this.transport.pages({ method: "GET", path: "/seller/products", query }, options)
  }

  /**
   * Update stock and prices.
   * Sets stock, price or mrp of up to 100 variants by SKU. Each has a result of its own, in their order: one that fails leaves the others as they are. With `version`, an offer is changed only if it is as you have read it. Without it, stock that an order took meanwhile is overwritten. `dry_run` shows the results without changing anything. A test key changes its sandbox's store.
   * `PATCH /seller/offers`, scope `seller.catalog.write`.
   */
  updateSellerOffers(body: UpdateSellerOffersRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<OfferResultResponse>> {
    return this.transport.send({ method: "PATCH", path: "/seller/offers", body, idempotent: true }, options)
  }

  /**
   * List webhook endpoints.
   * Those of the account in the credential's mode: a test key manages endpoints for test events. A token of an app itself manages the app's own endpoints, here and below.
   * `GET /webhook-endpoints`, scope `webhooks.manage`.
   */
  listWebhookEndpoints(query: ListWebhookEndpointsQuery = {}, options: RequestOptions = {}): Pages<WebhookEndpoint> {
    return this.transport.pages({ method: "GET", path: "/webhook-endpoints", query }, options)
  }

  /**
   * Create a webhook endpoint.
   * It gets the events of the credential's mode. The signing secret is in this response and in no other. An account has at most 20 endpoints in a mode, and so has an app. An app's endpoint gets the events of each account whose consent covers them, until it ends. `orders.read` covers those that begin with order., `seller.orders.read` those that begin with seller.order. Their body has the `account`.
   * `POST /webhook-endpoints`, scope `webhooks.manage`.
   */
  createWebhookEndpoint(body: CreateWebhookEndpointRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<WebhookEndpointSecretResponse>> {
    return this.transport.send({ method: "POST", path: "/webhook-endpoints", body, idempotent: true }, options)
  }

  /**
   * Retrieve a webhook endpoint.
   * An endpoint of the account, in the credential's mode. Its signing secret is not shown. Its ETag is strong: send it in If-Match to change the endpoint only as you read it.
   * `GET /webhook-endpoints/{id}`, scope `webhooks.manage`.
   */
  getWebhookEndpoint(id: string, options: RequestOptions = {}): Promise<ApiResponse<WebhookEndpointResponse>> {
    return this.transport.send({ method: "GET", path: "/webhook-endpoints/{id}", pathParameters: { id } }, options)
  }

  /**
   * Update a webhook endpoint.
   * Fields that you leave out stay as they are. Enabling a disabled endpoint resets its failures, and events that waited for it are sent immediately.
   * `PATCH /webhook-endpoints/{id}`, scope `webhooks.manage`.
   */
  updateWebhookEndpoint(id: string, body: UpdateWebhookEndpointRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<WebhookEndpointResponse>> {
    return this.transport.send({ method: "PATCH", path: "/webhook-endpoints/{id}", pathParameters: { id }, body, idempotent: true }, options)
  }

  /**
   * Delete a webhook endpoint.
   * Nothing more is sent to it, what still waited for it neither. Its deliveries stay readable in the portal.
   * `DELETE /webhook-endpoints/{id}`, scope `webhooks.manage`.
   */
  deleteWebhookEndpoint(id: string, options: RequestOptions = {}): Promise<ApiResponse<object>> {
    return this.transport.send({ method: "DELETE", path: "/webhook-endpoints/{id}", pathParameters: { id } }, options)
  }

  /**
   * Roll the secret of a webhook endpoint.
   * For 24 hours each delivery is signed with the old secret too, so that none is refused meanwhile. If-Match takes the ETag of the endpoint itself.
   * `POST /webhook-endpoints/{id}/rotate-secret`, scope `webhooks.manage`.
   */
  rotateWebhookEndpointSecret(id: string, options: IdempotentRequestOptions = {}): Promise<ApiResponse<WebhookEndpointSecretResponse>> {
    return this.transport.send({ method: "POST", path: "/webhook-endpoints/{id}/rotate-secret", pathParameters: { id }, idempotent: true }, options)
  }

  /**
   * Send a test event.
   * Sends a sample of an event at once, and waits for the answer, 15 seconds at most. The endpoint may be paused, disabled or not subscribed to it. It is not tried again and counts for nothing. The objects in a sample do not exist. The header `haat-test: true` marks it, and no list of events has it.
   * `POST /webhook-endpoints/{id}/test`, scope `webhooks.manage`.
   */
  testWebhookEndpoint(id: string, body: TestWebhookEndpointRequest = {}, options: IdempotentRequestOptions = {}): Promise<ApiResponse<WebhookTestResponse>> {
    return this.transport.send({ method: "POST", path: "/webhook-endpoints/{id}/test", pathParameters: { id }, body, idempotent: true }, options)
  }

  /**
   * List events.
   * What happened in the credential's mode, delivered or not, for catching up after an outage. A store's people read the store's events too. A token of an app itself reads the events of the accounts whose consent still covers them. Events are kept for 30 days. An event is dated a moment before it can be read. Begin a minute before the newest that you have, and skip the ids that you know.
   * `GET /events`, scope `webhooks.manage`.
   */
  listEvents(query: ListEventsQuery = {}, options: RequestOptions = {}): Pages<WebhookEvent> {
    return this.transport.pages({ method: "GET", path: "/events", query }, options)
  }

  /**
   * Retrieve an event.
   * An event of the account or its store, as it was sent to endpoints. Kept for 30 days.
   * `GET /events/{id}`, scope `webhooks.manage`.
   */
  getEvent(id: string, options: RequestOptions = {}): Promise<ApiResponse<WebhookEventResponse>> {
    return this.transport.send({ method: "GET", path: "/events/{id}", pathParameters: { id } }, options)
  }

  /**
   * List webhook deliveries.
   * The deliveries of the last 30 days to the endpoints of the credential's mode, deleted ones included.
   * `GET /webhook-deliveries`, scope `webhooks.manage`.
   */
  listWebhookDeliveries(query: ListWebhookDeliveriesQuery = {}, options: RequestOptions = {}): Pages<WebhookDelivery> {
    return this.transport.pages({ method: "GET", path: "/webhook-deliveries", query }, options)
  }

  /**
   * Retrieve a webhook delivery.
   * The request and the response of each attempt, newest first. Kept for 30 days.
   * `GET /webhook-deliveries/{id}`, scope `webhooks.manage`.
   */
  getWebhookDelivery(id: string, options: RequestOptions = {}): Promise<ApiResponse<WebhookDeliveryDetailResponse>> {
    return this.transport.send({ method: "GET", path: "/webhook-deliveries/{id}", pathParameters: { id } }, options)
  }

  /**
   * Send a delivery again.
   * One more attempt, with the same event id, whether the last one succeeded or not. It does not count against the endpoint, and waits while the endpoint is paused or disabled. A delivery that waits for a retry keeps that retry if this attempt fails.
   * `POST /webhook-deliveries/{id}/redeliver`, scope `webhooks.manage`.
   */
  redeliverWebhookDelivery(id: string, options: IdempotentRequestOptions = {}): Promise<ApiResponse<WebhookDeliveryResponse>> {
    return this.transport.send({ method: "POST", path: "/webhook-deliveries/{id}/redeliver", pathParameters: { id }, idempotent: true }, options)
  }

  /**
   * Send many deliveries again.
   * Redelivers the endpoint's deliveries whose last attempt was in this range of the last 30 days and ended like this. Each is one more attempt, as for a single delivery; test events are left out. With `dry_run` they are only counted. With an Idempotency-Key, a repeated request sends only what an interrupted one left.
   * `POST /webhook-endpoints/{id}/replay`, scope `webhooks.manage`.
   */
  replayWebhookDeliveries(id: string, body: ReplayWebhookDeliveriesRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<WebhookReplayResponse>> {
    return this.transport.send({ method: "POST", path: "/webhook-endpoints/{id}/replay", pathParameters: { id }, body, idempotent: true }, options)
  }

  /**
   * Retrieve the sandbox.
   * The marketplace of the account's test credentials: its clock, its faults, and what it contains. It is made with its first use.
   * `GET /sandbox`, scope `sandbox.manage`, test keys only.
   */
  getSandbox(options: RequestOptions = {}): Promise<ApiResponse<SandboxResponse>> {
    return this.transport.send({ method: "GET", path: "/sandbox" }, options)
  }

  /**
   * Reset the sandbox.
   * Its products and orders are those of its first use, with the same ids. The clock is back at its epoch. Faults, test events and their deliveries are gone. Lists return the same responses as then, byte for byte. Keys, webhook endpoints and the request log are the account's, and stay. The sandbox's Idempotency-Keys are forgotten, so that a script that runs again acts again. Only the reset's own still replays it.
   * `POST /sandbox/reset`, scope `sandbox.manage`, test keys only.
   */
  resetSandbox(options: IdempotentRequestOptions = {}): Promise<ApiResponse<SandboxResponse>> {
    return this.transport.send({ method: "POST", path: "/sandbox/reset", idempotent: true }, options)
  }

  /**
   * Advance the sandbox's clock.
   * The clock stands still until it is moved, and only moves forward. Deliveries to the account's test endpoints move with it. Attempts that fall due in the time moved are made, one after the other. They begin right after the response; read the endpoint or its deliveries to see how they end. `webhook-timestamp` and the signature of an attempt have the real time, and tokens expire in real time.
   * `POST /sandbox/clock`, scope `sandbox.manage`, test keys only.
   */
  moveSandboxClock(body: MoveSandboxClockRequest = {}, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SandboxResponse>> {
    return this.transport.send({ method: "POST", path: "/sandbox/clock", body, idempotent: true }, options)
  }

  /**
   * List the sandbox's faults.
   * Those that still take effect, the oldest first. Of faults for one operation the oldest goes first.
   * `GET /sandbox/faults`, scope `sandbox.manage`, test keys only.
   */
  listSandboxFaults(query: ListSandboxFaultsQuery = {}, options: RequestOptions = {}): Pages<SandboxFault> {
    return this.transport.pages({ method: "GET", path: "/sandbox/faults", query }, options)
  }

  /**
   * Create a fault.
   * With `operation`, the next `times` requests of the account's test credentials to it get the error, or wait. With `event`, the next `times` deliveries of it to the account's test endpoints are duplicated, overtaken or late. A request that gets an error has no effect. It counts against the limit and is in the log. Its response has the header `Haat-Sandbox-Fault` with the fault's id, as such a delivery does. Live credentials and other accounts notice nothing.
   * `POST /sandbox/faults`, scope `sandbox.manage`, test keys only.
   */
  createSandboxFault(body: CreateSandboxFaultRequest = {}, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SandboxFaultResponse>> {
    return this.transport.send({ method: "POST", path: "/sandbox/faults", body, idempotent: true }, options)
  }

  /**
   * Delete all faults.
   * From now on everything in the sandbox works as usual.
   * `DELETE /sandbox/faults`, scope `sandbox.manage`, test keys only.
   */
  deleteSandboxFaults(options: RequestOptions = {}): Promise<ApiResponse<object>> {
    return this.transport.send({ method: "DELETE", path: "/sandbox/faults" }, options)
  }

  /**
   * Retrieve a fault.
   * A fault that still takes effect. After its last time it is not found any more.
   * `GET /sandbox/faults/{id}`, scope `sandbox.manage`, test keys only.
   */
  getSandboxFault(id: string, options: RequestOptions = {}): Promise<ApiResponse<SandboxFaultResponse>> {
    return this.transport.send({ method: "GET", path: "/sandbox/faults/{id}", pathParameters: { id } }, options)
  }

  /**
   * Delete a fault.
   * It takes no effect any more, however often it still would have.
   * `DELETE /sandbox/faults/{id}`, scope `sandbox.manage`, test keys only.
   */
  deleteSandboxFault(id: string, options: RequestOptions = {}): Promise<ApiResponse<object>> {
    return this.transport.send({ method: "DELETE", path: "/sandbox/faults/{id}", pathParameters: { id } }, options)
  }

  /**
   * Place an order in the sandbox.
   * Orders as the account, or as an invented person who orders from the account's store. Stock is reserved, and the events of a new order are sent to test endpoints; nobody gets an email. An item that is not in stock returns 409.
   * `POST /sandbox/orders`, scope `sandbox.manage`, test keys only.
   */
  placeSandboxOrder(body: PlaceSandboxOrderRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SandboxOrderResponse>> {
    return this.transport.send({ method: "POST", path: "/sandbox/orders", body, idempotent: true }, options)
  }

  /**
   * Ship a seller order of the sandbox.
   * The rehearsal of `PATCH /seller/orders/{id}/ship`, which refuses test keys: the same body, checks, response and event. Nobody gets an email.
   * `POST /sandbox/seller-orders/{id}/ship`, scope `sandbox.manage`, test keys only.
   */
  shipSandboxSellerOrder(id: string, body: ShipSandboxSellerOrderRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SellerOrderResponse>> {
    return this.transport.send({ method: "POST", path: "/sandbox/seller-orders/{id}/ship", pathParameters: { id }, body, idempotent: true }, options)
  }

  /**
   * Deliver a seller order of the sandbox.
   * What a courier does in life: marks a shipped order as delivered. Cash on delivery counts as paid with the last delivery of the customer's order.
   * `POST /sandbox/seller-orders/{id}/deliver`, scope `sandbox.manage`, test keys only.
   */
  deliverSandboxSellerOrder(id: string, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SellerOrderResponse>> {
    return this.transport.send({ method: "POST", path: "/sandbox/seller-orders/{id}/deliver", pathParameters: { id }, idempotent: true }, options)
  }
}
