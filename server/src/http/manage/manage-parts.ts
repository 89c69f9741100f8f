import type { AccountParts } from '../../accounts/account-parts.ts'
import { openAccounts } from '../../accounts/open-accounts.ts'
import type { AddressRanges } from '../../address-ranges.ts'
import type { Config } from '../../config.ts'
import type { AccountsDb, Database, Db, ReaderDb } from '../../db/database.ts'
import type { Payments } from '../../payments/open-payments.ts'
import type { Sealer } from '../../seal.ts'

/** What the management surface works with. */
export type ManageParts = {
  app: Db
  accounts: AccountsDb
  /** What lets people in. */
  people: AccountParts
  reader: ReaderDb
  payments: Payments
  sealer: Sealer
  /** Where our own pages are: requests that carry a cookie must come from there. */
  publicUrl: string
  cell: string
  webhookAllow: AddressRanges
}

type Settings = Pick<Config, 'publicUrl' | 'cell' | 'webhookAllow' | 'secretKeys' | 'discord' | 'github'>

export function openManagement({ app, accounts, reader }: Database, payments: Payments, config: Settings): ManageParts {
  const { publicUrl, cell, webhookAllow } = config
  const people = openAccounts(accounts, config)
  return { app, accounts, people, reader, payments, sealer: payments.sealer, publicUrl, cell, webhookAllow }
}
