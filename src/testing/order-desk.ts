import pg from "pg"
import { emptyTestDatabase } from "@/commands/test-database"
import { publicId } from "@/domain/public-id"
import { type Placement, type PlacedOrder, placeOrder } from "@/orders/place-order"
import { TestMarketplace } from "@/testing/marketplace"

const ADDRESS = {
  name: "Asha Jha",
  phone: "+919000000001",
  line1: "14 Lalbagh",
  line2: null,
  landmark: null,
  city: "Darbhanga",
  district: "Darbhanga",
  state: "Bihar",
  pincode: "846004",
  country: "IN",
}

/** An empty database on which the operations on orders are called as the features call them. */
export class OrderDesk {
  private constructor(
    readonly marketplace: TestMarketplace,
    private readonly pool: pg.Pool,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(connections = 10): Promise<OrderDesk> {
    const database = await emptyTestDatabase()
    const pool = new pg.Pool({ connectionString: database.url, max: connections, pipeline: true })
    // The database may be dropped before the last connection has said goodbye.
    pool.on("error", () => undefined)
    pool.on("connect", (client) => client.on("error", () => undefined))
    return new OrderDesk(new TestMarketplace(database.url), pool, () => database.drop())
  }

  async tx<T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect()
    try {
      await client.query("BEGIN")
      const result = await work(client)
      await client.query("COMMIT")
      return result
    } catch (error) {
      await client.query("ROLLBACK")
      throw error
    } finally {
      client.release()
    }
  }

  rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.marketplace.rows<Row>(text, values)
  }

  async one<Row extends object>(text: string, values: unknown[] = []): Promise<Row> {
    const [row] = await this.rows<Row>(text, values)
    if (!row) throw new Error(`no row: ${text}`)
    return row
  }

  /** The one variant of a new product. */
  async variant(store: number, { price = 10_000, stock = 5, name = `Makhana ${Math.random()}` } = {}): Promise<number> {
    const product = await this.marketplace.product({ name, store, price, stock })
    return (await this.one<{ id: number }>("SELECT id FROM product_variant WHERE product_id = $1", [product])).id
  }

  place(
    accountId: string,
    variants: readonly (number | readonly [variant: number, quantity: number])[],
    more: Partial<Placement> = {},
  ): Promise<PlacedOrder> {
    const lines = variants.map((line) =>
      typeof line === "number" ? { variantId: line, quantity: 1 } : { variantId: line[0], quantity: line[1] },
    )
    const payment = { method: "upi", paid: true, reference: "1" } as const
    return this.tx((tx) => placeOrder(tx, { accountId, livemode: true, lines, address: ADDRESS, payment, ...more }))
  }

  async stock(variant: number): Promise<number> {
    return (await this.one<{ stock: number }>("SELECT stock FROM product_variant WHERE id = $1", [variant])).stock
  }

  events(
    subject: string,
  ): Promise<
    {
      type: string
      data: Record<string, unknown>
      livemode: boolean
      account_id: string | null
      store_id: number | null
    }[]
  > {
    return this.rows(
      "SELECT type, data, livemode, account_id, store_id FROM webhook_event WHERE subject_id = $1 ORDER BY (data->>'version')::int, id",
      [subject],
    )
  }

  async close(): Promise<void> {
    await this.pool.end()
    await this.marketplace.close()
    await this.drop()
  }
}

/** The staff's way to a part: whosever it is. */
export const anyPart = (part: { id: string } | undefined): { id: string; storeId: null; livemode: null } => {
  if (!part) throw new Error("there is no such part")
  return { id: publicId("seller_order", part.id), storeId: null, livemode: null }
}
