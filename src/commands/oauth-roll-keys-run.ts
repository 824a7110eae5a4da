import { rollSigningKeys } from "@/oauth/signing-keys"
import { pool } from "@/platform/db"

process.stdout.write(await rollSigningKeys())
await pool().end()
