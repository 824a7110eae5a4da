import { rollSigningKeys } from "@/oauth/signing-keys"
import { pool } from "@/platform/db/pool"

process.stdout.write(await rollSigningKeys())
await pool().end()
