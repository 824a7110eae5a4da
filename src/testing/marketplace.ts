import pg from "pg"
import { v7 as uuidv7 } from "uuid"
import type { OrderStatus } from "@/domain/order-status"
import { KEY_SCOPES, type KeyScope } from "@/domain/scope"
import { hashCredential, mintCredential } from "@/platform/secrets"

export interface TestKey {
  id: string
  secret: string
}

interface ProductOptions {
  name: string
  slug?: string
  store: number
  category?: number | null
  brand?: number | null
  description?: string
  status?: "draft" | "active" | "archived"
  price?: number
  mrp?: number
  stock?: number
  popularity?: number
  rating?: number
  publishedAt?: string
}

const slugOf = (name: string): string =>
  name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")

/** Puts into a test's database just the rows that the test is about. */
export class TestMarketplace {
  readonly db: pg.Pool
  private orders = 0

  constructor(databaseUrl: string) {
    this.db = new pg.Pool({ connectionString: databaseUrl, max: 3 })
    // A test may take the database away while a connection is idle.
    this.db.on("error", () => undefined)
    this.db.on("connect", (client) => client.on("error", () => undefined))
  }

  async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.db.query<Row>(text, values)).rows
  }

  private async id<Id>(text: string, values: unknown[]): Promise<Id> {
    const [row] = await this.rows<{ id: Id }>(`${text} RETURNING id`, values)
    if (!row) throw new Error("nothing was inserted")
    return row.id
  }

  account({ name = "Asha Jha", locale = "en", email = `${uuidv7()}@example.in` } = {}): Promise<string> {
    return this.id(
      "INSERT INTO account (id, email, name, locale, email_verified_at, updated_at) VALUES ($1, $2, $3, $4, now(), now())",
      [uuidv7(), email, name, locale],
    )
  }

  /** A key that is not limited, unless the test is about limits. */
  async key(
    accountId: string,
    {
      mode = "live",
      scopes = KEY_SCOPES,
      rateLimit = 100_000,
      allowedIps = [],
    }: { mode?: "live" | "test"; scopes?: readonly KeyScope[]; rateLimit?: number | null; allowedIps?: string[] } = {},
  ): Promise<TestKey> {
    const id = uuidv7()
    const secret = mintCredential(`${mode}_key`)
    await this.rows(
      "INSERT INTO api_key (id, account_id, name, mode, scopes, rate_limit, allowed_ips) VALUES ($1, $2, 'test', $3, $4, $5, $6)",
      [id, accountId, mode, scopes, rateLimit, allowedIps],
    )
    await this.rows("INSERT INTO api_key_secret (hash, key_id, last_four) VALUES ($1, $2, $3)", [
      hashCredential(secret),
      id,
      secret.slice(-4),
    ])
    return { id, secret }
  }

  async store(
    name: string,
    { status = "approved", owner }: { status?: "pending" | "approved" | "suspended"; owner?: string } = {},
  ): Promise<number> {
    const store = await this.id<number>(
      "INSERT INTO store (slug, name, status, approved_at, city, district, state, pincode) VALUES ($1, $2, $3, now(), 'Darbhanga', 'Darbhanga', 'Bihar', '846004')",
      [slugOf(name), name, status],
    )
    if (owner) await this.member(store, owner, "owner")
    return store
  }

  async member(store: number, account: string, role: "owner" | "manager" | "orders" | "catalogue"): Promise<void> {
    await this.rows("INSERT INTO store_member (store_id, account_id, role) VALUES ($1, $2, $3)", [store, account, role])
  }

  category(
    name: string,
    {
      parent = null,
      active = true,
      position = 0,
    }: { parent?: number | null; active?: boolean; position?: number } = {},
  ): Promise<number> {
    return this.id("INSERT INTO category (slug, name, parent_id, active, position) VALUES ($1, $2, $3, $4, $5)", [
      slugOf(name),
      name,
      parent,
      active,
      position,
    ])
  }

  brand(name: string): Promise<number> {
    return this.id("INSERT INTO brand (slug, name) VALUES ($1, $2)", [slugOf(name), name])
  }

  /** A simple product with one variant and one image. */
  async product(options: ProductOptions): Promise<number> {
    const {
      name,
      store,
      category = null,
      brand = null,
      description = "",
      status = "active",
      price = 10_000,
      mrp = price,
      stock = 5,
      popularity = 0,
      rating = 0,
    } = options
    const id = await this.id<number>(
      `INSERT INTO product (store_id, category_id, brand_id, slug, name, status, description, popularity, rating_average, rating_count, published_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 10, $10, now())`,
      [
        store,
        category,
        brand,
        options.slug ?? slugOf(name),
        name,
        status,
        description,
        popularity,
        rating,
        options.publishedAt ?? "2026-01-01T00:00:00Z",
      ],
    )
    await this.rows(
      "INSERT INTO product_image (product_id, path, alt, width, height) VALUES ($1, '/media/products/none.svg', $2, 800, 800)",
      [id, name],
    )
    await this.rows(
      "INSERT INTO product_variant (product_id, sku, name, price, mrp, stock) VALUES ($1, $2, $3, $4, $5, $6)",
      [id, `SKU-${id}`, name, price, mrp, stock],
    )
    return id
  }

  /** An order with one part for each store, all in one status. */
  async order({
    account,
    stores,
    status = "confirmed",
  }: {
    account: string
    stores: number[]
    status?: OrderStatus
  }): Promise<{ id: string; number: string; parts: { id: string; number: string }[] }> {
    const id = uuidv7()
    const number = `HT-2611-${String(++this.orders).padStart(6, "0")}`
    await this.rows(
      `INSERT INTO customer_order (id, number, account_id, status, payment_status, subtotal, shipping_total, total, item_count, placed_at, updated_at)
       VALUES ($1, $2, $3, $4, 'paid', $5, 0, $5, $6, now(), now())`,
      [id, number, account, status, 20_000 * stores.length, stores.length],
    )
    await this.rows(
      `INSERT INTO delivery_address (order_id, name, phone, line1, city, district, state, pincode)
       VALUES ($1, 'Asha Jha', '+919000000001', '14 Lalbagh', 'Darbhanga', 'Darbhanga', 'Bihar', '846004')`,
      [id],
    )
    await this.rows(
      "INSERT INTO payment (id, order_id, method, status, amount, created_at, paid_at) VALUES ($1, $2, 'upi', 'paid', $3, now(), now())",
      [uuidv7(), id, 20_000 * stores.length],
    )
    const parts = []
    for (const [index, store] of stores.entries())
      parts.push(await this.part(id, `${number}-${index + 1}`, index + 1, store, status))
    return { id, number, parts }
  }

  private async part(
    orderId: string,
    number: string,
    position: number,
    store: number,
    status: OrderStatus,
  ): Promise<{ id: string; number: string }> {
    const id = uuidv7()
    const shipped = status === "shipped" || status === "delivered"
    await this.rows(
      `INSERT INTO seller_order (id, number, order_id, store_id, position, status, payment_status, subtotal, total, placed_at, ship_by, shipped_at,
                                 delivered_at, cancelled_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'paid', 20000, 20000, now(), now() + interval '2 days', $7, $8, $9, now())`,
      [
        id,
        number,
        orderId,
        store,
        position,
        status,
        shipped ? new Date() : null,
        status === "delivered" ? new Date() : null,
        status === "cancelled" ? new Date() : null,
      ],
    )
    await this.rows(
      `INSERT INTO order_item (order_id, seller_order_id, product_id, product_slug, sku, name, image_path, quantity, unit_price, mrp, total, tax)
       VALUES ($1, $2, 1, 'makhana', 'MK-1', 'Makhana', '/media/products/none.svg', 2, 10000, 12000, 20000, 952)`,
      [orderId, id],
    )
    if (shipped)
      await this.rows(
        "INSERT INTO shipment (seller_order_id, courier_name, awb, shipped_at) VALUES ($1, 'Pavan Express', 'PX-1', now())",
        [id],
      )
    return { id, number }
  }

  async close(): Promise<void> {
    await this.db.end()
  }
}
