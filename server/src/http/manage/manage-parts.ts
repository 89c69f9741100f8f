import { signUpPolicy } from '../../access/may-sign-up.ts'
import type { AccountParts } from '../../accounts/account-parts.ts'
import { openAccounts } from '../../accounts/open-accounts.ts'
import type { AddressRanges } from '../../address-ranges.ts'
import type { Config } from '../../config/config.ts'
import type { AccountsDb, Database, Db, ReaderDb } from '../../db/database.ts'
import { createFeedWatchers, type FeedWatchers } from '../../feed/feed-watchers.ts'
import { readStatus, type Status } from '../../monitoring/read-status.ts'
import type { Payments } from '../../payments/create-payments.ts'
import type { Sealer, SealingKey } from '../../seal.ts'
import { createThemeRenderer, type ThemeRenderer } from '../../themes/isolation/theme-renderer.ts'
import { resolveTxt, type ResolveTxt } from '../../stores/hosts/check-domain.ts'
import { type Serialize, serializeBySchema } from '../json-api/serialize.ts'

/** The dependencies of the management API. */
export type ManageParts = {
  app: Db
  accounts: AccountsDb
  accountParts: AccountParts
  reader: ReaderDb
  feed: FeedWatchers
  payments: Payments
  sealer: Sealer
  /** Sign the hosts of previews. */
  secretKeys: SealingKey[]
  /** Checks themes of owners, in processes that start when the first theme comes. */
  themeRenderer: ThemeRenderer
  /** Requests that carry a cookie must come from pages of this origin. */
  publicUrl: string
  /** Whole stores are copied with a connection of their own, as the owner of the tables. */
  databaseUrl: string
  cell: string
  webhookAllow: AddressRanges
  /** Stores may have domains on the site of the management. */
  singleOwner: boolean
  resolveTxt: ResolveTxt
  /** Reads which hosts this process serves. Absent in a process that serves no stores. */
  readHosts?: () => Promise<void>
  readStatus: () => Promise<Status>
  serialize: Serialize
}

type Settings = Pick<
  Config,
  | 'databaseUrl'
  | 'publicUrl'
  | 'cell'
  | 'webhookAllow'
  | 'secretKeys'
  | 'discord'
  | 'github'
  | 'signUp'
  | 'singleOwner'
  | 'smtp'
>

export function openManagement({ app, accounts, reader }: Database, payments: Payments, config: Settings): ManageParts {
  const { publicUrl, cell, webhookAllow } = config
  return {
    app,
    accounts,
    accountParts: openAccounts(accounts, config, signUpPolicy(config.signUp)),
    reader,
    feed: createFeedWatchers({ reader, accounts }),
    payments,
    sealer: payments.sealer,
    secretKeys: config.secretKeys,
    themeRenderer: createThemeRenderer(),
    publicUrl,
    databaseUrl: config.databaseUrl,
    cell,
    webhookAllow,
    singleOwner: config.singleOwner,
    resolveTxt,
    readStatus: () => readStatus(reader, { sendsMails: config.smtp !== undefined }),
    serialize: serializeBySchema,
  }
}
