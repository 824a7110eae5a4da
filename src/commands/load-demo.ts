import { loadDemo } from "../../prisma/seed/load"

// This is a process of its own because the modules that create the demo read their environment when they are imported.
const { DATABASE_URL, APP_URL, DATA_DIR } = process.env
if (!DATABASE_URL || !APP_URL || !DATA_DIR) throw new Error("DATABASE_URL, APP_URL and DATA_DIR must be set")
const { products, orders } = await loadDemo({ databaseUrl: DATABASE_URL, appUrl: APP_URL, dataDir: DATA_DIR })
const said = `filled: ${products.toLocaleString("en-IN")} products, ${orders.toLocaleString("en-IN")} orders\n`
process.stdout.write(said, () => process.exit(0))
