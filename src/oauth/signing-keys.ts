import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type JWK } from "jose"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { processSingleton } from "@/platform/process-singleton"
import { decrypt, encrypt } from "@/platform/secrets"

/**
 * A key signs for 90 days. The next is published 24 hours before it signs, and an old one stays published for 7 days.
 */
const ROTATE_DAYS = 90
const CACHE_TTL_MS = 5_000

interface KeyRow {
  kid: string
  public_jwk: JWK
  private_encrypted: Buffer
  active_from: Date
  retired_at: Date | null
}

interface SigningKey {
  kid: string
  privateKey: CryptoKey
}

const PUBLISHED_KEYS_SQL = `SELECT kid, public_jwk, private_encrypted, active_from, retired_at FROM signing_key
  WHERE retired_at IS NULL OR retired_at > now() - interval '7 days' ORDER BY active_from DESC, kid`

interface CachedKeys {
  loadedAt: number
  rows: Promise<KeyRow[]>
}

function publishedKeys(): Promise<KeyRow[]> {
  const cache = processSingleton<{ now: CachedKeys | null }>("signing-keys", () => ({ now: null }))
  if (!cache.now || Date.now() - cache.now.loadedAt > CACHE_TTL_MS) {
    const rows = query<KeyRow>(PUBLISHED_KEYS_SQL, []).then(async (found) => {
      if (found.some(isActive)) return found
      await rotateSigningKeys()
      return query<KeyRow>(PUBLISHED_KEYS_SQL, [])
    })
    cache.now = { loadedAt: Date.now(), rows }
    rows.catch(() => {
      cache.now = null
    })
  }
  return cache.now.rows
}

function isActive({ active_from, retired_at }: KeyRow): boolean {
  return active_from.getTime() <= Date.now() && retired_at === null
}

/** Returns the public keys that verify tokens, the newest first (RFC 7517). */
export async function publicKeys(): Promise<JWK[]> {
  return (await publishedKeys()).map(({ public_jwk }) => public_jwk)
}

/** Returns the current signing key. */
export async function signingKey(): Promise<SigningKey> {
  const row = (await publishedKeys()).find(isActive)
  if (!row) throw new Error("there is no signing key")
  const keys = processSingleton("signing-private-keys", () => new Map<string, Promise<CryptoKey>>())
  let key = keys.get(row.kid)
  if (!key) {
    key = importPKCS8(decrypt(row.private_encrypted, `signing_key:${row.kid}`), "RS256")
    keys.set(row.kid, key)
  }
  return { kid: row.kid, privateKey: await key }
}

/** Whether the installation's secret decrypts the newest key; creates the first key if there is none. */
export async function canDecryptSigningKey(): Promise<boolean> {
  // The database's clock, which may be ahead of this one, decides whether it signs yet.
  const [newest] = await publishedKeys()
  if (!newest) throw new Error("there is no signing key")
  try {
    decrypt(newest.private_encrypted, `signing_key:${newest.kid}`)
    return true
  } catch {
    return false
  }
}

async function generateSigningKey(): Promise<{ kid: string; publicJwk: JWK; sealed: Buffer }> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true })
  const { kty, n, e } = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint({ kty, n, e } as JWK)
  return {
    kid,
    publicJwk: { kty, n, e, kid, use: "sig", alg: "RS256" } as JWK,
    sealed: encrypt(await exportPKCS8(privateKey), `signing_key:${kid}`),
  }
}

/**
 * Creates the first key, or the next one a day before the newest has signed for 90 days, and retires the replaced ones.
 * The worker runs it every hour; concurrent runs are safe.
 */
export async function rotateSigningKeys(): Promise<void> {
  await transaction(async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(hashtext('rotate_signing_keys'))")
    const [newest] = await query<{ due: boolean }>(
      "SELECT active_from < now() - make_interval(days => $1) + interval '24 hours' AS due FROM signing_key WHERE retired_at IS NULL ORDER BY active_from DESC LIMIT 1",
      [ROTATE_DAYS],
      tx,
    )
    if (!newest || newest.due) {
      const { kid, publicJwk, sealed: encryptedPrivateKey } = await generateSigningKey()
      const delay = newest ? "24 hours" : "0 hours"
      await query(
        "INSERT INTO signing_key (kid, public_jwk, private_encrypted, active_from) VALUES ($1, $2, $3, now() + $4::interval)",
        [kid, JSON.stringify(publicJwk), encryptedPrivateKey, delay],
        tx,
      )
    }
    await query(
      `UPDATE signing_key k SET retired_at = now() WHERE retired_at IS NULL
       AND EXISTS (SELECT FROM signing_key n WHERE n.active_from > k.active_from AND n.active_from <= now() AND n.retired_at IS NULL)`,
      [],
      tx,
    )
    await query("DELETE FROM signing_key WHERE retired_at < now() - interval '7 days'", [], tx)
  })
}

/** For emergencies: a new key signs immediately, and signatures of all other keys become invalid. */
export async function rollSigningKeys(): Promise<string> {
  const { kid, publicJwk, sealed: encryptedPrivateKey } = await generateSigningKey()
  await transaction(async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(hashtext('rotate_signing_keys'))")
    await query("DELETE FROM signing_key", [], tx)
    await query(
      "INSERT INTO signing_key (kid, public_jwk, private_encrypted, active_from) VALUES ($1, $2, $3, now())",
      [kid, JSON.stringify(publicJwk), encryptedPrivateKey],
      tx,
    )
  })
  return kid
}
