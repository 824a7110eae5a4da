import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Client } from "pg"
import { DEMO_ROLES } from "./accounts"
import { mintSecrets, type Secrets } from "./credentials"
import { makeMarketplace } from "./marketplace"
import { seededRandom } from "./random"
import { writeTodaysOrders } from "./todays-orders"
import { type DemoClients, writeDemoClient, writeOauthApps } from "./oauth-apps"
import { writeAccounts, writeAuthenticators, writeKeys } from "./write-accounts"
import { writeCatalogue } from "./write-catalogue"
import { writeGrants } from "./write-grants"
import { writeKeyHistory } from "./write-key-history"
import { writeOrders } from "./write-orders"
import { writeUsage } from "./write-usage"
import { writeWebhooks } from "./webhooks"

export interface DemoTarget {
  /** An empty database with all migrations. */
  databaseUrl: string
  /** Written to demo.json unchanged. */
  appUrl: string
  /** The folder of demo.json. */
  dataDir: string
  /** The end of the period of the orders and the usage. */
  now?: Date
}

/**
 * Fills a database with the demo marketplace in one transaction and writes `DATA_DIR/demo.json` (mode 0600).
 * @returns the numbers of products and orders
 * @throws any error of the database; then nothing is stored or written
 */
export async function loadDemo({
  databaseUrl,
  appUrl,
  dataDir,
  now = new Date(),
}: DemoTarget): Promise<{ products: number; orders: number }> {
  const marketplace = makeMarketplace(now)
  const secrets = await mintSecrets(marketplace.accounts, marketplace.keys)
  const client = new Client({ connectionString: databaseUrl })
  let today = 0
  await client.connect()
  try {
    await client.query("BEGIN")
    await writeAccounts(client, marketplace.accounts, secrets.passwordHashes)
    await writeAuthenticators(client, secrets.totpSecrets, now)
    await writeCatalogue(client, marketplace)
    await writeOrders(client, marketplace.orders)
    today = await writeTodaysOrders(client, marketplace, seededRandom("haat/today"))
    await writeKeys(client, marketplace.keys, secrets.keys)
    await writeKeyHistory(client, marketplace.keys, seededRandom("haat/key-history"))
    await writeUsage(client, marketplace, now)
    await writeWebhooks(client, marketplace, appUrl, now, seededRandom("haat/webhooks"))
    const { oauth, appIds } = await writeOauthApps(client, marketplace.accounts, now)
    await writeGrants(client, marketplace.grants, appIds, now, seededRandom("haat/grants"))
    await client.query("COMMIT")
    writeDemoFile(dataDir, appUrl, secrets, oauth)
    writeDemoClient(dataDir)
    await client.query("ANALYZE")
  } finally {
    await client.end()
  }
  return { products: marketplace.products.length, orders: marketplace.orders.length + today }
}

function writeDemoFile(dataDir: string, url: string, { accounts }: Secrets, oauth: DemoClients): void {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, "demo.json")
  const draft = `${path}.${process.pid}`
  writeFileSync(
    draft,
    `${JSON.stringify({ url, accounts: Object.fromEntries(DEMO_ROLES.map((role) => [role, accounts.get(role)])), oauth }, null, 2)}\n`,
    { mode: 0o600 },
  )
  renameSync(draft, path)
}
