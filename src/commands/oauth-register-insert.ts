import { v7 as uuidv7 } from "uuid"
import { openOperatorsAccount, OPERATORS_EMAIL } from "@/auth/operators-account"
import type { AppType } from "@/domain/oauth-app"
import type { Scope } from "@/domain/scope"
import { mintClientId } from "@/features/oauth-apps/client-id"
import { addSecret } from "@/features/oauth-apps/roll-secret"
import { prismaTransaction } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"

/** A client to register, as the operator's options describe it. */
export interface NewClient {
  name: string
  type: AppType
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  requiredScopes: Scope[]
  optionalScopes: Scope[]
  approved: boolean
  pkceRequired: boolean
  loopbackAnyPort: boolean
  /** The email address of an account. */
  owner: string | null
  /** The email address of the owner to use when none is named, if that account exists. */
  demoOwner: string | null
}

async function ownerOf(tx: Prisma.TransactionClient, { owner, demoOwner }: NewClient): Promise<string | null> {
  const email = owner ?? demoOwner ?? OPERATORS_EMAIL
  const named = await tx.account.findUnique({ where: { email }, select: { id: true } })
  return named || owner !== null ? (named?.id ?? null) : openOperatorsAccount(tx)
}

function insert(client: NewClient): Promise<Record<string, string>> {
  return prismaTransaction(async (tx) => {
    const owner = await ownerOf(tx, client)
    if (owner === null) return { refused: `no account has the address ${client.owner}` }
    const { name, type, approved } = client
    const [id, clientId] = [uuidv7(), mintClientId()]
    await tx.oauthApp.create({
      data: {
        id,
        clientId,
        accountId: owner,
        type,
        versions: {
          create: {
            id: uuidv7(),
            number: 1,
            status: approved ? "approved" : "draft",
            name,
            redirectUris: client.redirectUris,
            postLogoutRedirectUris: client.postLogoutRedirectUris,
            requiredScopes: client.requiredScopes,
            optionalScopes: client.optionalScopes,
            pkceRequired: client.pkceRequired,
            loopbackAnyPort: client.loopbackAnyPort,
            decidedAt: approved ? new Date() : null,
          },
        },
      },
    })
    await tx.auditEntry.create({
      data: {
        id: uuidv7(),
        actorKind: "system",
        action: "oauth_app.registered",
        subject: id,
        data: { client_id: clientId, name, type, approved },
      },
    })
    if (type === "public") return { client_id: clientId }
    return { client_id: clientId, client_secret: await addSecret(tx, id) }
  })
}

const created = await insert(JSON.parse(process.argv[2] ?? "") as NewClient)
process.stdout.write(JSON.stringify(created), () => process.exit(0))
