import { v7 as uuidv7 } from "uuid"
import { openOperatorsAccount } from "@/auth/operators-account"
import { PREFIXES } from "@/domain/credential"
import { parsePublicId, publicId } from "@/domain/public-id"
import { prismaClient } from "@/platform/db/prisma"
import { prismaTransaction } from "@/platform/db/transaction"
import { hashCredential, mintCredential } from "@/platform/secrets"
import type { OperatorKeyRequest, OperatorKeyResult } from "./operator-key"

async function create(name: string): Promise<OperatorKeyResult> {
  const id = uuidv7()
  const secret = mintCredential("operator_key")
  await prismaTransaction(async (tx) => {
    const accountId = await openOperatorsAccount(tx)
    await tx.operatorKey.create({
      data: { id, accountId, name, hash: hashCredential(secret), lastFour: secret.slice(-4) },
    })
    await tx.auditEntry.create({
      data: { id: uuidv7(), actorKind: "system", action: "operator_key.created", subject: id, data: { name } },
    })
  })
  return { created: { id: publicId("operator_key", id), name, secret } }
}

async function list(): Promise<OperatorKeyResult> {
  const keys = await prismaClient().operatorKey.findMany({ orderBy: [{ createdAt: "asc" }, { id: "asc" }] })
  return {
    keys: keys.map(({ id, name, lastFour, createdAt, lastUsedAt, revokedAt }) => ({
      id: publicId("operator_key", id),
      name,
      hint: `${PREFIXES.operator_key}…${lastFour}`,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
      revoked_at: revokedAt?.toISOString() ?? null,
    })),
  }
}

async function revoke(publicKeyId: string): Promise<OperatorKeyResult> {
  const id = parsePublicId("operator_key", publicKeyId)
  if (id === null) return { refused: `${publicKeyId} is no id of an operator key; see npm run operator-key -- list` }
  return prismaTransaction(async (tx) => {
    const key = await tx.operatorKey.findUnique({ where: { id }, select: { revokedAt: true } })
    if (!key) return { refused: `there is no operator key ${publicKeyId}` }
    const { count } = await tx.operatorKey.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: new Date() },
    })
    if (count === 0) return { refused: `the operator key ${publicKeyId} was revoked before` }
    await tx.auditEntry.create({
      data: { id: uuidv7(), actorKind: "system", action: "operator_key.revoked", subject: id },
    })
    return { revoked: publicKeyId }
  })
}

function run(request: OperatorKeyRequest): Promise<OperatorKeyResult> {
  if (request.action === "create") return create(request.name)
  return request.action === "revoke" ? revoke(request.id) : list()
}

const result = await run(JSON.parse(process.argv[2] ?? "") as OperatorKeyRequest)
process.stdout.write(JSON.stringify(result), () => process.exit(0))
