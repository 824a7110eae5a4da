// Written by `npm run sdk` from openapi.json; changes belong there.

import type { Pages } from "./pages"
import type { App, Category, ListAppsQuery, ListCategoriesQuery, ListOrdersQuery, ListProductsQuery, ListSellerOrdersQuery, MeResponse, Order, OrderDetailResponse, Product, ProductDetailResponse, SellerOrder, SellerOrderResponse, ShipSellerOrderRequest, StatusResponse } from "./schemas"
import type { Answered, IdempotentRequestOptions, RequestOptions, Transport } from "./transport"

/** One method for each operation of the API. */
export class Operations {
  constructor(private readonly transport: Transport) {}

  /**
   * The current account.
   * `GET /me`, scope `profile.read`.
   */
  getMe(options: RequestOptions = {}): Promise<Answered<MeResponse>> {
    return this.transport.send({ method: "GET", path: "/me" }, options)
  }

  /**
   * The platform's public apps.
   * `GET /apps`, no credential needed.
   */
  listApps(query: ListAppsQuery = {}, options: RequestOptions = {}): Pages<App> {
    return this.transport.pages({ method: "GET", path: "/apps", query }, options)
  }

  /**
   * Health.
   * `GET /status`, no credential needed.
   */
  getStatus(options: RequestOptions = {}): Promise<Answered<StatusResponse>> {
    return this.transport.send({ method: "GET", path: "/status" }, options)
  }

  /**
   * Active categories, parents before children.
   * `GET /categories`, scope `catalog.read`.
   */
  listCategories(query: ListCategoriesQuery = {}, options: RequestOptions = {}): Pages<Category> {
    return this.transport.pages({ method: "GET", path: "/categories", query }, options)
  }

  /**
   * Search active products.
   * `GET /products`, scope `catalog.read`.
   */
  listProducts(query: ListProductsQuery = {}, options: RequestOptions = {}): Pages<Product> {
    return this.transport.pages({ method: "GET", path: "/products", query }, options)
  }

  /**
   * One product.
   * `GET /products/{slug}`, scope `catalog.read`.
   */
  getProduct(slug: string, options: RequestOptions = {}): Promise<Answered<ProductDetailResponse>> {
    return this.transport.send({ method: "GET", path: "/products/{slug}", pathParameters: { slug } }, options)
  }

  /**
   * Own orders, newest first.
   * `GET /orders`, scope `orders.read`.
   */
  listOrders(query: ListOrdersQuery = {}, options: RequestOptions = {}): Pages<Order> {
    return this.transport.pages({ method: "GET", path: "/orders", query }, options)
  }

  /**
   * One own order.
   * `GET /orders/{number}`, scope `orders.read`.
   */
  getOrder(number: string, options: RequestOptions = {}): Promise<Answered<OrderDetailResponse>> {
    return this.transport.send({ method: "GET", path: "/orders/{number}", pathParameters: { number } }, options)
  }

  /**
   * The store's orders, newest first.
   * `GET /seller/orders`, scope `seller.orders.read`.
   */
  listSellerOrders(query: ListSellerOrdersQuery = {}, options: RequestOptions = {}): Pages<SellerOrder> {
    return this.transport.pages({ method: "GET", path: "/seller/orders", query }, options)
  }

  /**
   * Mark an order as shipped.
   * Moves a confirmed or packed order to shipped, records the shipment and tells the customer by e-mail.
   * `PATCH /seller/orders/{id}/ship`, scope `seller.orders.write`, live keys only.
   */
  shipSellerOrder(id: string, body: ShipSellerOrderRequest, options: IdempotentRequestOptions = {}): Promise<Answered<SellerOrderResponse>> {
    return this.transport.send({ method: "PATCH", path: "/seller/orders/{id}/ship", pathParameters: { id }, body, idempotent: true }, options)
  }
}
