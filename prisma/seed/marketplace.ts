import { DAY_MS } from "@/domain/time-units"
import { storeLogoPath } from "@/features/media/draw-emblems"
import { makeAccounts, type AccountRecord } from "./accounts"
import { buildBrands, buildTree, type BrandRecord, type CategoryRecord, type ProductRecord } from "./catalogue"
import { makeDemoKeys, makeUsedKeys, type KeyRecord } from "./developer-keys"
import { type GrantRecord, makeGrants } from "./oauth-grants"
import { planOrders } from "./order-plan"
import { makeOrders, openShop, type OrderRecord } from "./orders"
import { placeOf, type Place } from "./places"
import { makeProducts } from "./products"
import { seededRandom } from "./random"
import { slugOf } from "./slug"
import { STORES, type StoreData } from "./stores"
import { countUsage, type Credential, makeRequests, type RequestRecord, type UsageRecord } from "./usage"

const SEED = "haat-2026-05-01"

export interface StoreRecord extends StoreData {
  id: number
  slug: string
  logoPath: string
  supportEmail: string
  place: Place
  createdAt: Date
  approvedAt: Date | null
}

/** All demo data except passwords and keys, which are random and independent of the seed. */
export interface Marketplace {
  accounts: AccountRecord[]
  stores: StoreRecord[]
  categories: CategoryRecord[]
  brands: BrandRecord[]
  products: ProductRecord[]
  orders: OrderRecord[]
  keys: KeyRecord[]
  grants: GrantRecord[]
  requests: RequestRecord[]
  usage: UsageRecord[]
}

/** Returns the same marketplace for the same `now`, on every machine. */
export function makeMarketplace(now: Date): Marketplace {
  const random = seededRandom(SEED)
  const { categories, leaves } = buildTree()
  const brands = buildBrands()
  const stores = makeStores(now)
  const products = makeProducts(leaves, brands, now, random.fork("products"))
  const accounts = makeAccounts(now, random.fork("accounts"))
  const approved = new Set(stores.filter(({ status }) => status === "approved").map(({ id }) => id))
  const orders = makeOrders(
    planOrders(accounts, now, random.fork("plan")),
    openShop(products, approved),
    now,
    random.fork("orders"),
  )
  const made = accounts
    .filter(({ demo }) => demo !== null)
    .flatMap((account) => [
      ...makeDemoKeys(account, now, random.fork(`keys:${account.demo}`)),
      ...makeUsedKeys(account, now, random.fork(account.demo === "developer" ? "keys" : `used:${account.demo}`)),
    ])
  const grants = makeGrants(accounts, now, random.fork("grants"))
  const slugs = products
    .filter(({ status, storeId }) => status === "active" && approved.has(storeId))
    .map(({ slug }) => slug)
  const requests = makeRequests([...made.map(ofKey), ...grants.map(ofGrant)], { slugs }, now, random.fork("requests"))
  return {
    accounts,
    stores,
    categories,
    brands,
    products,
    orders,
    keys: withLastUse(made, requests),
    grants: withLastUse(grants, requests),
    requests,
    usage: countUsage(requests),
  }
}

function makeStores(now: Date): StoreRecord[] {
  const random = seededRandom(`${SEED}/stores`)
  return STORES.map((store, i) => {
    const slug = slugOf(store.name)
    const createdAt = new Date(now.getTime() - random.int(740, 1100) * DAY_MS)
    const approvedAt = store.status === "pending" ? null : new Date(createdAt.getTime() + random.int(1, 9) * DAY_MS)
    return {
      ...store,
      id: i + 1,
      slug,
      logoPath: storeLogoPath(store.colour, i),
      supportEmail: `help@${slug}.example`,
      place: placeOf(store.pincode),
      createdAt,
      approvedAt,
    }
  })
}

function ofKey(key: KeyRecord): Credential {
  return {
    ...key,
    kind: "api_key",
    livemode: key.mode === "live",
    label: key.name,
  }
}

function ofGrant(grant: GrantRecord): Credential {
  return {
    ...grant,
    kind: "oauth",
    livemode: true,
    label: grant.id,
    expiresAt: null,
  }
}

function withLastUse<Used extends { id: string; lastUsedAt: Date | null }>(
  credentials: readonly Used[],
  requests: readonly RequestRecord[],
): Used[] {
  const last = new Map(requests.map(({ credentialId, createdAt }) => [credentialId, createdAt]))
  return credentials.map((each) => ({ ...each, lastUsedAt: last.get(each.id) ?? each.lastUsedAt }))
}
