// Written by `npm run sdk` from openapi.json; changes belong there.

import type { Pages } from "./pages"
import type { ApiKey, App, CancelSellerOrderRequest, Category, CreateSandboxFaultRequest, CreateShipmentsRequest, CreateWebhookEndpointRequest, DeprecationResponse, GetProductQuery, GetUsageQuery, ListAppsQuery, ListCategoriesQuery, ListEventsQuery, ListKeysQuery, ListOrdersQuery, ListProductsQuery, ListRequestsQuery, ListSandboxFaultsQuery, ListSellerOrdersQuery, ListSellerProductsQuery, ListSuggestionsQuery, ListWebhookDeliveriesQuery, ListWebhookEndpointsQuery, LoggedRequestDetailResponse, LoggedRequestResponse, MeResponse, MoveSandboxClockRequest, OfferResultResponse, Order, OrderDetailResponse, PlaceSandboxOrderRequest, Product, ProductDetailResponse, RateLimitResponse, RefundSellerOrderRequest, ReplayWebhookDeliveriesRequest, SandboxFault, SandboxFaultResponse, SandboxOrderResponse, SandboxResponse, SellerOrder, SellerOrderResponse, SellerProduct, ShipSandboxSellerOrderRequest, ShipSellerOrderRequest, ShipmentResultResponse, StatusResponse, SuggestionResponse, TestWebhookEndpointRequest, UpdateSellerOffersRequest, UpdateWebhookEndpointRequest, UsageCountResponse, WebhookDelivery, WebhookDeliveryDetailResponse, WebhookDeliveryResponse, WebhookEndpoint, WebhookEndpointResponse, WebhookEndpointSecretResponse, WebhookEvent, WebhookEventResponse, WebhookReplayResponse, WebhookTestResponse } from "./schemas"
import type { ApiResponse, IdempotentRequestOptions, RequestOptions, Transport } from "./transport"

/** One method for each operation of the API. */
export class Operations {
  constructor(private readonly transport: Transport) {}

  /**
   * Retrieve the current account.
   * Returns the owner of the API key, or the person who authorized the app. A test client gets a sample person, unless that person is the app's owner or a tester.
   * `GET /me`, scope `profile.read`.
   */
  getMe(options: RequestOptions = {}): Promise<ApiResponse<MeResponse>> {
    return this.transport.send({ method: "GET", path: "/me" }, options)
  }

  /**
   * List apps.
   * Lists the marketplace's own apps that are public and enabled.
   * `GET /apps`, no credential needed.
   */
  listApps(query: ListAppsQuery = {}, options: RequestOptions = {}): Pages<App> {
    return this.transport.pages({ method: "GET", path: "/apps", query }, options)
  }

  /**
   * Retrieve the API's status.
   * Returns whether the API can serve requests, and the state of each component.
   * `GET /status`, no credential needed.
   */
  getStatus(options: RequestOptions = {}): Promise<ApiResponse<StatusResponse>> {
    return this.transport.send({ method: "GET", path: "/status" }, options)
  }

  /**
   * List categories.
   * Lists the active categories, parents before children. A category is active if it and all of its ancestors are. An unknown or inactive `parent` returns 422. An unknown `category` of `GET /products` returns 404.
   * `GET /categories`, scope `catalog.read`.
   */
  listCategories(query: ListCategoriesQuery = {}, options: RequestOptions = {}): Pages<Category> {
    return this.transport.pages({ method: "GET", path: "/categories", query }, options)
  }

  /**
   * List products.
   * Lists products of approved stores. `facets` counts them by category, brand, price, seller and stock.
   * `GET /products`, scope `catalog.read`.
   */
  listProducts(query: ListProductsQuery = {}, options: RequestOptions = {}): Pages<Product> {
    return this.transport.pages({ method: "GET", path: "/products", query }, options)
  }

  /**
   * Retrieve a product.
   * Returns a product with its description, options, images and variants. A product that is not listed returns 404.
   * `GET /products/{slug}`, scope `catalog.read`.
   */
  getProduct(slug: string, { query = {}, ...options }: RequestOptions & { query?: GetProductQuery } = {}): Promise<ApiResponse<ProductDetailResponse>> {
    return this.transport.send({ method: "GET", path: "/products/{slug}", pathParameters: { slug }, query }, options)
  }

  /**
   * Suggest categories, brands and products.
   * Suggests categories, brands and products while a user types in a search box. Their names begin with the words of `q`, a synonym or another spelling. Categories come first, then brands, then products by popularity. Responses can be cached for a minute.
   * `GET /suggestions`, scope `catalog.read`.
   */
  listSuggestions(query: ListSuggestionsQuery, options: RequestOptions = {}): Promise<ApiResponse<SuggestionResponse>> {
    return this.transport.send({ method: "GET", path: "/suggestions", query }, options)
  }

  /**
   * List orders.
   * Lists the orders that the account placed as a customer in the credential's mode, newest first.
   * `GET /orders`, scope `orders.read`.
   */
  listOrders(query: ListOrdersQuery = {}, options: RequestOptions = {}): Pages<Order> {
    return this.transport.pages({ method: "GET", path: "/orders", query }, options)
  }

  /**
   * Retrieve an order.
   * Returns an order with its items, its parts by seller, their shipments and the delivery address. Orders of other accounts return 404.
   * `GET /orders/{number}`, scope `orders.read`.
   */
  getOrder(number: string, options: RequestOptions = {}): Promise<ApiResponse<OrderDetailResponse>> {
    return this.transport.send({ method: "GET", path: "/orders/{number}", pathParameters: { number } }, options)
  }

  /**
   * List seller orders.
   * Lists the orders of the account's store, or of the store it handles orders for. The newest come first unless `sort` says otherwise. The delivery address is included until an order is delivered or cancelled.
   * `GET /seller/orders`, scope `seller.orders.read`.
   */
  listSellerOrders(query: ListSellerOrdersQuery = {}, options: RequestOptions = {}): Pages<SellerOrder> {
    return this.transport.pages({ method: "GET", path: "/seller/orders", query }, options)
  }

  /**
   * Retrieve a seller order.
   * Returns an order of the store in the credential's mode, by its `id` or `number`. The delivery address is included until the order is delivered or cancelled. The ETag is strong. Send it in If-Match to change the order only if it has not changed since.
   * `GET /seller/orders/{id}`, scope `seller.orders.read`.
   */
  getSellerOrder(id: string, options: RequestOptions = {}): Promise<ApiResponse<SellerOrderResponse>> {
    return this.transport.send({ method: "GET", path: "/seller/orders/{id}", pathParameters: { id } }, options)
  }

  /**
   * Confirm a seller order.
   * Accepts a pending order that is paid or cash on delivery. Any other order returns 409. A live key changes live orders; a test key changes sandbox orders. The order's ETag is its `version` in quotes, such as "3". Send it in If-Match to change the order only if it has not changed since you read it.
   * `POST /seller/orders/{id}/confirm`, scope `seller.orders.manage`.
   */
  confirmSellerOrder(id: string, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SellerOrderResponse>> {
    return this.transport.send({ method: "POST", path: "/seller/orders/{id}/confirm", pathParameters: { id }, idempotent: true }, options)
  }

  /**
   * Mark a seller order as packed.
   * Marks a confirmed order as packed, ready for the courier. Any other order returns 409. A live key changes live orders; a test key changes sandbox orders. The order's ETag is its `version` in quotes, such as "3". Send it in If-Match to change the order only if it has not changed since you read it.
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
   * Cancels an order that has not shipped yet. Its items return to stock, the amount paid is refunded, and the customer gets an email. A shipped, delivered or cancelled order returns 409. A live key changes live orders; a test key changes sandbox orders. Sandbox orders send no email. The order's ETag is its `version` in quotes, such as "3". Send it in If-Match to change the order only if it has not changed since you read it.
   * `POST /seller/orders/{id}/cancel`, scope `seller.orders.manage`.
   */
  cancelSellerOrder(id: string, body: CancelSellerOrderRequest = {}, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SellerOrderResponse>> {
    return this.transport.send({ method: "POST", path: "/seller/orders/{id}/cancel", pathParameters: { id }, body, idempotent: true }, options)
  }

  /**
   * Refund a seller order.
   * Refunds a paid order partly or in full, in any status, and emails the customer. If nothing was paid, or the amount exceeds what remains, it returns 409. Without an Idempotency-Key, `refunded_total` or If-Match, a repeated request refunds again. A live key changes live orders; a test key changes sandbox orders. The order's ETag is its `version` in quotes, such as "3". Send it in If-Match to change the order only if it has not changed since you read it.
   * `POST /seller/orders/{id}/refund`, scope `seller.refunds.write`.
   */
  refundSellerOrder(id: string, body: RefundSellerOrderRequest = {}, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SellerOrderResponse>> {
    return this.transport.send({ method: "POST", path: "/seller/orders/{id}/refund", pathParameters: { id }, body, idempotent: true }, options)
  }

  /**
   * Ship many seller orders.
   * Ships up to 100 orders. An order that cannot be shipped does not affect the others; its result says why. Send an Idempotency-Key. A repeated request returns the stored results and ships the rest, even if the first was interrupted. Every 10 shipments count as one request. A live key ships live orders; a test key ships sandbox orders.
   * `POST /seller/shipments`, scope `seller.orders.write`.
   */
  createShipments(body: CreateShipmentsRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<ShipmentResultResponse>> {
    return this.transport.send({ method: "POST", path: "/seller/shipments", body, idempotent: true }, options)
  }

  /**
   * Retrieve the credential's quota.
   * Returns the calling credential's rate limit and how many requests are left in the window. The headers of the same response have the same values. This request is counted.
   * `GET /limits`, scope `usage.read`.
   */
  getLimits(options: RequestOptions = {}): Promise<ApiResponse<RateLimitResponse>> {
    return this.transport.send({ method: "GET", path: "/limits" }, options)
  }

  /**
   * Retrieve usage.
   * Counts the requests in the credential's mode by hour or day. The counts can be grouped by key, operation or status. An API key sees its account's requests; an app's token sees the app's. A request is counted within two seconds of its response. Counts are kept for 400 days. `Accept: text/csv` returns the rows as comma-separated values.
   * `GET /usage`, scope `usage.read`.
   */
  getUsage(query: GetUsageQuery = {}, options: RequestOptions = {}): Promise<ApiResponse<UsageCountResponse>> {
    return this.transport.send({ method: "GET", path: "/usage", query }, options)
  }

  /**
   * List logged requests.
   * Lists the requests of the last 30 days in the credential's mode, newest first, 50 on a page. An API key sees its account's requests; an app's token sees the app's. A request appears within two seconds of its response. For the next page, send `meta.next` as `before`.
   * `GET /requests`, scope `usage.read`.
   */
  listRequests(query: ListRequestsQuery = {}, options: RequestOptions = {}): Promise<ApiResponse<LoggedRequestResponse>> {
    return this.transport.send({ method: "GET", path: "/requests", query }, options)
  }

  /**
   * Retrieve a logged request.
   * Returns everything stored about a request. Secrets, email addresses and delivery addresses are redacted.
   * `GET /requests/{id}`, scope `usage.read`.
   */
  getRequest(id: string, options: RequestOptions = {}): Promise<ApiResponse<LoggedRequestDetailResponse>> {
    return this.transport.send({ method: "GET", path: "/requests/{id}", pathParameters: { id } }, options)
  }

  /**
   * List deprecations.
   * Lists the deprecated parts of the API, when each stops working, and how often you use it. Uses are those of the account's keys and apps in the last 30 days, in the credential's mode. An app's token sees only that app's calls. A request is counted within two seconds of its response. The list is empty while nothing is deprecated.
   * `GET /deprecations`, scope `usage.read`.
   */
  listDeprecations(options: RequestOptions = {}): Promise<ApiResponse<DeprecationResponse>> {
    return this.transport.send({ method: "GET", path: "/deprecations" }, options)
  }

  /**
   * List API keys.
   * Lists the account's API keys in the credential's mode, without their secrets. Active keys come first, then the newest. Apps get 403. Create and roll keys in the portal.
   * `GET /keys`, scope `usage.read`.
   */
  listKeys(query: ListKeysQuery = {}, options: RequestOptions = {}): Pages<ApiKey> {
    return this.transport.pages({ method: "GET", path: "/keys", query }, options)
  }

  /**
   * List the store's products.
   * Lists the store's products by ID, for sale or not, with the stock and price of each variant. A test key lists the products of its sandbox's store.
   * `GET /seller/products`, scope `seller.catalog.read`.
   */
  listSellerProducts(query: ListSellerProductsQuery = {}, options: RequestOptions = {}): Pages<SellerProduct> {
    return this.transport.pages({ method: "GET", path: "/seller/products", query }, options)
  }

  /**
   * Update stock and prices.
   * Sets the stock, price or MRP of up to 100 variants by SKU. The response has one result for each variant, in the order of the request. A variant that fails does not affect the others. With `version`, an offer is changed only if it has not changed since you read it. Without `version`, stock that an order took meanwhile is overwritten. `dry_run` returns the results without changing anything. A test key changes its sandbox's store.
   * `PATCH /seller/offers`, scope `seller.catalog.write`.
   */
  updateSellerOffers(body: UpdateSellerOffersRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<OfferResultResponse>> {
    return this.transport.send({ method: "PATCH", path: "/seller/offers", body, idempotent: true }, options)
  }

  /**
   * List webhook endpoints.
   * Lists the account's endpoints in the credential's mode. A test key manages endpoints for test events. With its own token, an app manages its own endpoints through all endpoint operations.
   * `GET /webhook-endpoints`, scope `webhooks.manage`.
   */
  listWebhookEndpoints(query: ListWebhookEndpointsQuery = {}, options: RequestOptions = {}): Pages<WebhookEndpoint> {
    return this.transport.pages({ method: "GET", path: "/webhook-endpoints", query }, options)
  }

  /**
   * Create a webhook endpoint.
   * Creates an endpoint that receives the events of the credential's mode. Only this response contains the signing secret. An account can have 20 endpoints in each mode, and so can an app. An app's endpoint receives the events of every account whose consent covers them. `orders.read` covers the events that begin with `order.`. `seller.orders.read` covers those that begin with `seller.order.`. The body of these events contains the `account`.
   * `POST /webhook-endpoints`, scope `webhooks.manage`.
   */
  createWebhookEndpoint(body: CreateWebhookEndpointRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<WebhookEndpointSecretResponse>> {
    return this.transport.send({ method: "POST", path: "/webhook-endpoints", body, idempotent: true }, options)
  }

  /**
   * Retrieve a webhook endpoint.
   * Returns an endpoint of the account in the credential's mode, without its signing secret. The ETag is strong. Send it in If-Match to change the endpoint only if it has not changed since.
   * `GET /webhook-endpoints/{id}`, scope `webhooks.manage`.
   */
  getWebhookEndpoint(id: string, options: RequestOptions = {}): Promise<ApiResponse<WebhookEndpointResponse>> {
    return this.transport.send({ method: "GET", path: "/webhook-endpoints/{id}", pathParameters: { id } }, options)
  }

  /**
   * Update a webhook endpoint.
   * Changes the fields that you send and keeps the others. Enabling a disabled endpoint resets its failure count and immediately sends its pending events.
   * `PATCH /webhook-endpoints/{id}`, scope `webhooks.manage`.
   */
  updateWebhookEndpoint(id: string, body: UpdateWebhookEndpointRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<WebhookEndpointResponse>> {
    return this.transport.send({ method: "PATCH", path: "/webhook-endpoints/{id}", pathParameters: { id }, body, idempotent: true }, options)
  }

  /**
   * Delete a webhook endpoint.
   * Deletes the endpoint and cancels its pending deliveries. Past deliveries stay readable in the portal.
   * `DELETE /webhook-endpoints/{id}`, scope `webhooks.manage`.
   */
  deleteWebhookEndpoint(id: string, options: RequestOptions = {}): Promise<ApiResponse<object>> {
    return this.transport.send({ method: "DELETE", path: "/webhook-endpoints/{id}", pathParameters: { id } }, options)
  }

  /**
   * Roll the secret of a webhook endpoint.
   * Creates a new signing secret. For 24 hours, each delivery is also signed with the old secret, so that no delivery is rejected. If-Match takes the ETag of the endpoint.
   * `POST /webhook-endpoints/{id}/rotate-secret`, scope `webhooks.manage`.
   */
  rotateWebhookEndpointSecret(id: string, options: IdempotentRequestOptions = {}): Promise<ApiResponse<WebhookEndpointSecretResponse>> {
    return this.transport.send({ method: "POST", path: "/webhook-endpoints/{id}/rotate-secret", pathParameters: { id }, idempotent: true }, options)
  }

  /**
   * Send a test event.
   * Sends a sample event immediately and waits up to 15 seconds for the response. The endpoint can be paused or disabled, or not subscribed to the event. A test is not retried and does not change the failure count. The objects in the sample do not exist. The header `haat-test: true` marks a test event. Event lists do not include it.
   * `POST /webhook-endpoints/{id}/test`, scope `webhooks.manage`.
   */
  testWebhookEndpoint(id: string, body: TestWebhookEndpointRequest = {}, options: IdempotentRequestOptions = {}): Promise<ApiResponse<WebhookTestResponse>> {
    return this.transport.send({ method: "POST", path: "/webhook-endpoints/{id}/test", pathParameters: { id }, body, idempotent: true }, options)
  }

  /**
   * List events.
   * Lists the events of the last 30 days in the credential's mode, delivered or not. Use it to catch up after an outage. Members of a store also see the store's events. An app's own token lists the events of the accounts whose consent still covers them. An event becomes readable a moment after its timestamp. Start one minute before your newest event and skip the IDs that you already have.
   * `GET /events`, scope `webhooks.manage`.
   */
  listEvents(query: ListEventsQuery = {}, options: RequestOptions = {}): Pages<WebhookEvent> {
    return this.transport.pages({ method: "GET", path: "/events", query }, options)
  }

  /**
   * Retrieve an event.
   * Returns an event of the account or its store, as it was sent to endpoints. Events are kept for 30 days.
   * `GET /events/{id}`, scope `webhooks.manage`.
   */
  getEvent(id: string, options: RequestOptions = {}): Promise<ApiResponse<WebhookEventResponse>> {
    return this.transport.send({ method: "GET", path: "/events/{id}", pathParameters: { id } }, options)
  }

  /**
   * List webhook deliveries.
   * Lists the last 30 days of deliveries to the endpoints of the credential's mode. Deliveries to deleted endpoints are included.
   * `GET /webhook-deliveries`, scope `webhooks.manage`.
   */
  listWebhookDeliveries(query: ListWebhookDeliveriesQuery = {}, options: RequestOptions = {}): Pages<WebhookDelivery> {
    return this.transport.pages({ method: "GET", path: "/webhook-deliveries", query }, options)
  }

  /**
   * Retrieve a webhook delivery.
   * Returns a delivery with the request and response of each attempt, newest first. Deliveries are kept for 30 days.
   * `GET /webhook-deliveries/{id}`, scope `webhooks.manage`.
   */
  getWebhookDelivery(id: string, options: RequestOptions = {}): Promise<ApiResponse<WebhookDeliveryDetailResponse>> {
    return this.transport.send({ method: "GET", path: "/webhook-deliveries/{id}", pathParameters: { id } }, options)
  }

  /**
   * Send a delivery again.
   * Makes one more attempt with the same event ID, whether or not the last one succeeded. The attempt does not change the endpoint's failure count. It waits while the endpoint is paused or disabled. If it fails, a retry that was already scheduled still takes place.
   * `POST /webhook-deliveries/{id}/redeliver`, scope `webhooks.manage`.
   */
  redeliverWebhookDelivery(id: string, options: IdempotentRequestOptions = {}): Promise<ApiResponse<WebhookDeliveryResponse>> {
    return this.transport.send({ method: "POST", path: "/webhook-deliveries/{id}/redeliver", pathParameters: { id }, idempotent: true }, options)
  }

  /**
   * Send many deliveries again.
   * Redelivers the endpoint's deliveries whose last attempt was in the given range and had the given result. The range can begin up to 30 days ago. Each delivery gets one more attempt; test events are excluded. With `dry_run`, the deliveries are only counted. With an Idempotency-Key, a repeated request sends only what an interrupted one did not.
   * `POST /webhook-endpoints/{id}/replay`, scope `webhooks.manage`.
   */
  replayWebhookDeliveries(id: string, body: ReplayWebhookDeliveriesRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<WebhookReplayResponse>> {
    return this.transport.send({ method: "POST", path: "/webhook-endpoints/{id}/replay", pathParameters: { id }, body, idempotent: true }, options)
  }

  /**
   * Retrieve the sandbox.
   * Returns the marketplace of the account's test credentials: its clock, faults and contents. The sandbox is created on first use.
   * `GET /sandbox`, scope `sandbox.manage`, test keys only.
   */
  getSandbox(options: RequestOptions = {}): Promise<ApiResponse<SandboxResponse>> {
    return this.transport.send({ method: "GET", path: "/sandbox" }, options)
  }

  /**
   * Reset the sandbox.
   * Restores the products and orders of the sandbox's first use, with the same IDs. The clock returns to its epoch. Faults, test events and their deliveries are deleted. Lists return the same responses as on first use, byte for byte. API keys, webhook endpoints and the request log are kept. The Idempotency-Keys used in the sandbox are forgotten, so a script can run again. Only the key of the reset itself is kept.
   * `POST /sandbox/reset`, scope `sandbox.manage`, test keys only.
   */
  resetSandbox(options: IdempotentRequestOptions = {}): Promise<ApiResponse<SandboxResponse>> {
    return this.transport.send({ method: "POST", path: "/sandbox/reset", idempotent: true }, options)
  }

  /**
   * Advance the sandbox's clock.
   * Moves the sandbox's clock forward; otherwise it stands still. Deliveries to the account's test endpoints move with it. Attempts that become due are made one after the other, starting right after the response. Read the endpoint or its deliveries to see their results. `webhook-timestamp` and signatures use the real time, and tokens expire in real time.
   * `POST /sandbox/clock`, scope `sandbox.manage`, test keys only.
   */
  moveSandboxClock(body: MoveSandboxClockRequest = {}, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SandboxResponse>> {
    return this.transport.send({ method: "POST", path: "/sandbox/clock", body, idempotent: true }, options)
  }

  /**
   * List the sandbox's faults.
   * Lists the active faults, oldest first. If several faults apply to one operation, the oldest takes effect first.
   * `GET /sandbox/faults`, scope `sandbox.manage`, test keys only.
   */
  listSandboxFaults(query: ListSandboxFaultsQuery = {}, options: RequestOptions = {}): Pages<SandboxFault> {
    return this.transport.pages({ method: "GET", path: "/sandbox/faults", query }, options)
  }

  /**
   * Create a fault.
   * Makes the next `times` requests or deliveries fail, wait or misbehave. With `operation`, requests of the account's test credentials return the error or are delayed. With `event`, deliveries to the account's test endpoints are duplicated, sent out of order or delayed. A request that returns a fault's error has no effect. It counts against the rate limit and appears in the request log. Affected responses and deliveries have the header `Haat-Sandbox-Fault` with the fault's ID. Live credentials and other accounts are not affected.
   * `POST /sandbox/faults`, scope `sandbox.manage`, test keys only.
   */
  createSandboxFault(body: CreateSandboxFaultRequest = {}, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SandboxFaultResponse>> {
    return this.transport.send({ method: "POST", path: "/sandbox/faults", body, idempotent: true }, options)
  }

  /**
   * Delete all faults.
   * Deletes all faults, so that the sandbox works as usual again.
   * `DELETE /sandbox/faults`, scope `sandbox.manage`, test keys only.
   */
  deleteSandboxFaults(options: RequestOptions = {}): Promise<ApiResponse<object>> {
    return this.transport.send({ method: "DELETE", path: "/sandbox/faults" }, options)
  }

  /**
   * Retrieve a fault.
   * Returns an active fault. A fault that has taken effect `times` times returns 404.
   * `GET /sandbox/faults/{id}`, scope `sandbox.manage`, test keys only.
   */
  getSandboxFault(id: string, options: RequestOptions = {}): Promise<ApiResponse<SandboxFaultResponse>> {
    return this.transport.send({ method: "GET", path: "/sandbox/faults/{id}", pathParameters: { id } }, options)
  }

  /**
   * Delete a fault.
   * Deletes a fault, even if it has not taken effect `times` times yet.
   * `DELETE /sandbox/faults/{id}`, scope `sandbox.manage`, test keys only.
   */
  deleteSandboxFault(id: string, options: RequestOptions = {}): Promise<ApiResponse<object>> {
    return this.transport.send({ method: "DELETE", path: "/sandbox/faults/{id}", pathParameters: { id } }, options)
  }

  /**
   * Place an order in the sandbox.
   * Places an order as the account itself, or as a sample customer of the account's store. Reserves stock and sends the events of a new order to test endpoints. Sends no email. An item that is out of stock returns 409.
   * `POST /sandbox/orders`, scope `sandbox.manage`, test keys only.
   */
  placeSandboxOrder(body: PlaceSandboxOrderRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SandboxOrderResponse>> {
    return this.transport.send({ method: "POST", path: "/sandbox/orders", body, idempotent: true }, options)
  }

  /**
   * Ship a seller order of the sandbox.
   * Ships a sandbox order. It has the same body, checks, response and event as `PATCH /seller/orders/{id}/ship`, which rejects test keys. Sends no email.
   * `POST /sandbox/seller-orders/{id}/ship`, scope `sandbox.manage`, test keys only.
   */
  shipSandboxSellerOrder(id: string, body: ShipSandboxSellerOrderRequest, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SellerOrderResponse>> {
    return this.transport.send({ method: "POST", path: "/sandbox/seller-orders/{id}/ship", pathParameters: { id }, body, idempotent: true }, options)
  }

  /**
   * Deliver a seller order of the sandbox.
   * Marks a shipped order as delivered. Cash on delivery counts as paid with the last delivery of the customer's order.
   * `POST /sandbox/seller-orders/{id}/deliver`, scope `sandbox.manage`, test keys only.
   */
  deliverSandboxSellerOrder(id: string, options: IdempotentRequestOptions = {}): Promise<ApiResponse<SellerOrderResponse>> {
    return this.transport.send({ method: "POST", path: "/sandbox/seller-orders/{id}/deliver", pathParameters: { id }, idempotent: true }, options)
  }
}
