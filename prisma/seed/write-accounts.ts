import type { ClientBase } from "pg"
import { totpIdentity } from "@/auth/totp"
import { encrypt } from "@/platform/secrets"
import type { AccountRecord } from "./accounts"
import { copyInto } from "./copy"
import type { Secrets } from "./credentials"
import type { KeyRecord } from "./developer-keys"

export async function writeAccounts(
  client: ClientBase,
  accounts: readonly AccountRecord[],
  passwordHashes: Secrets["passwordHashes"],
): Promise<void> {
  await copyInto(
    client,
    "account",
    [
      "id",
      "email",
      "name",
      "password_hash",
      "locale",
      "email_verified_at",
      "phone",
      "phone_verified_at",
      "avatar_path",
      "roles",
      "created_at",
      "updated_at",
    ],
    accounts.map((a) => [
      a.id,
      a.email,
      a.name,
      passwordHashes.get(a.id) ?? null,
      a.locale,
      a.emailVerifiedAt,
      a.phone,
      a.phoneVerifiedAt,
      a.avatarPath,
      a.roles,
      a.createdAt,
      a.createdAt,
    ]),
  )
  await copyInto(
    client,
    "address",
    [
      "id",
      "account_id",
      "name",
      "phone",
      "line1",
      "line2",
      "landmark",
      "city",
      "district",
      "state",
      "pincode",
      "is_default",
      "created_at",
    ],
    accounts.flatMap((account) =>
      account.addresses.map((a) => [
        a.id,
        account.id,
        a.name,
        a.phone,
        a.line1,
        a.line2,
        a.landmark,
        a.city,
        a.district,
        a.state,
        a.pincode,
        a.isDefault,
        account.createdAt,
      ]),
    ),
  )
}

export async function writeAuthenticators(
  client: ClientBase,
  secrets: Secrets["totpSecrets"],
  now: Date,
): Promise<void> {
  const rows = [...secrets].map(([accountId, secret]) => [accountId, encrypt(secret, totpIdentity(accountId)), now])
  await copyInto(client, "totp", ["account_id", "seed_encrypted", "confirmed_at"], rows)
}

export async function writeKeys(
  client: ClientBase,
  keys: readonly KeyRecord[],
  secrets: Secrets["keys"],
): Promise<void> {
  await copyInto(
    client,
    "api_key",
    [
      "id",
      "account_id",
      "name",
      "mode",
      "scopes",
      "allowed_ips",
      "rate_limit",
      "expires_at",
      "revoked_at",
      "last_used_at",
      "created_at",
    ],
    keys.map((k) => [
      k.id,
      k.accountId,
      k.name,
      k.mode,
      k.scopes,
      k.allowedIps,
      k.rateLimit,
      k.expiresAt,
      k.revokedAt,
      k.lastUsedAt,
      k.createdAt,
    ]),
  )
  await copyInto(
    client,
    "api_key_secret",
    ["hash", "key_id", "last_four", "created_at"],
    keys.flatMap((key) => {
      const secret = secrets.get(key.id)
      return secret ? [[secret.hash, key.id, secret.lastFour, key.createdAt]] : []
    }),
  )
}
