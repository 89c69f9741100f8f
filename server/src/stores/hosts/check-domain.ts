import { Resolver } from 'node:dns/promises'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { markProved } from './mark-proved.ts'
import { type HostKey, proofOf, requireHost, type StoreHost } from './store-host.ts'

/** The texts of the TXT records of a name. It is a parameter, so that tests need no name server. */
export type ResolveTxt = (name: string) => Promise<string[]>

const DNS_TIMEOUT_MS = 2_000
const TRIES = 2

export const resolveTxt: ResolveTxt = async (name) => {
  const records = await new Resolver({ timeout: DNS_TIMEOUT_MS, tries: TRIES }).resolveTxt(name)
  return records.map((parts) => parts.join(''))
}

type Check = HostKey & {
  resolve: ResolveTxt
  /** Runs in the transaction that stores the proof. */
  alongside?: (tx: Tx) => Promise<void>
}

/** Looks for the TXT record of a domain, and serves the domain from then on. */
export async function checkDomain(db: Db, { storeId, host, resolve, alongside }: Check): Promise<StoreHost> {
  const found = await inStore(db, storeId, (tx) => requireHost(tx, { storeId, host }))
  if (found.kind === 'domain') await requireProof({ storeId, host }, resolve)
  return inStore(db, storeId, async (tx) => {
    const proved = found.kind === 'domain' ? await markProved(tx, { storeId, host }) : found
    await alongside?.(tx)
    return proved
  })
}

async function requireProof(key: HostKey, resolve: ResolveTxt): Promise<void> {
  const { name, value } = proofOf(key)
  const texts = await resolve(name).catch((): string[] => [])
  if (texts.some((text) => text.trim() === value)) return
  const seen = texts.length === 0 ? 'There is no TXT record' : 'No TXT record has this value'
  throw new AppError(
    'conflict',
    `${seen} at ${name}. Create one with the value ${value}, wait until your provider has published it, and check again.`,
  )
}
