import { createHash } from "node:crypto"
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { canAccess, type Account } from "./postgres-account"
import { endPostmaster, findPostmaster } from "./postmaster"
import { CliError } from "../cli-error.mjs"

const EXTERNAL_FOLDERS = "/var/lib/haat"

/** The location of the cluster. `DATA_DIR/postgres` is either the cluster or a symbolic link to it. */
export interface ClusterLocation {
  cluster: string
  account: Account
  /** Whether the cluster is outside DATA_DIR because the account cannot enter that folder. */
  outside: boolean
}

/** A folder for what the account cannot reach in this clone. */
export function createExternalFolder(dataDir: string): string {
  const name = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 16)
  const folder = join(EXTERNAL_FOLDERS, name)
  mkdirSync(folder, { recursive: true })
  chmodSync(EXTERNAL_FOLDERS, 0o755)
  chmodSync(folder, 0o711)
  return folder
}

export async function locateCluster(dataDir: string, account: Account): Promise<ClusterLocation> {
  const inside = join(dataDir, "postgres")
  const entry = lstatSync(inside, { throwIfNoEntry: false })

  if (entry?.isSymbolicLink()) {
    const cluster = readlinkSync(inside)
    if (belongsTo(cluster, dataDir)) return { cluster, account: ownerOf(account, cluster), outside: true }
    rmSync(inside)
    return linkOutside(dataDir, account)
  }
  if (entry) {
    const owner = ownerOf(account, inside)
    if (owner && !canAccess(owner, dataDir)) {
      throw new CliError(
        `PostgreSQL runs as ${owner.name} here, which may no longer enter ${dataDir}: let it pass with chmod o+x on the folders above`,
      )
    }
    return { cluster: inside, account: owner, outside: false }
  }
  if (!account || canAccess(account, dataDir)) return { cluster: inside, account, outside: false }
  return linkOutside(dataDir, account)
}

/**
 * The owner of an existing cluster, or else the account. A cluster that a normal user created stays theirs when root
 * starts it.
 */
function ownerOf(account: Account, cluster: string): Account {
  const owner = statSync(cluster)
  return account && owner.uid !== 0 && owner.uid !== account.uid
    ? { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid }
    : account
}

/** A copied clone has a link to the cluster of the original; a moved clone has a link to its own. */
function belongsTo(cluster: string, dataDir: string): boolean {
  const ownerFile = join(dirname(cluster), "data-dir")
  if (!existsSync(cluster) || !existsSync(ownerFile)) return false
  const here = realpathSync(dataDir)
  const owner = readFileSync(ownerFile, "utf8")
  if (owner === here) return true
  const ownersLink = join(owner, "postgres")
  if (lstatSync(ownersLink, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(ownersLink) === cluster)
    return false
  writeFileSync(ownerFile, here)
  return true
}

async function linkOutside(dataDir: string, account: Account): Promise<ClusterLocation> {
  const folder = createExternalFolder(dataDir)
  const cluster = join(folder, "postgres")
  // It remains from a deleted DATA_DIR at the same path, and its password is gone.
  const leftOver = findPostmaster(cluster)
  if (leftOver) await endPostmaster(leftOver, "immediate")
  rmSync(cluster, { recursive: true, force: true })
  writeFileSync(join(folder, "data-dir"), realpathSync(dataDir))
  symlinkSync(cluster, join(dataDir, "postgres"))
  return { cluster, account, outside: true }
}
