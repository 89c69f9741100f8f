import type { Manage } from '@quartermaster/sdk'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { formatId, type ParkedId, type StoreId } from '../../ids.ts'
import { callbackUrl } from '../../payments/callback-url.ts'
import { connectProviderCredentials } from '../../payments/connections/connect-provider.ts'
import { disconnectProviderCredentials } from '../../payments/connections/disconnect-provider.ts'
import { listConnections } from '../../payments/connections/list-connections.ts'
import { listParked, type Parked } from '../../payments/parked/list-parked.ts'
import type { Credentials, ProviderName } from '../../payments/provider.ts'
import { sandboxCredentials } from '../../payments/sandbox/sandbox-credentials.ts'
import { resolveParked } from '../../payments/parked/resolve-parked.ts'
import { byHand } from '../by-hand.ts'
import { loadPayments } from '../with-payments.ts'
import { readDate, type RemoteStore, upTo } from './remote-store.ts'

type Connection = { storeId: StoreId; provider: ProviderName }
type ShownProvider = { provider: ProviderName; updatedAt: Date; callbackUrl: string }
type ShownParked = Omit<Manage.ParkedPayment, 'parkedAt'> & { parkedAt: Date }

export type PaymentDesk = {
  /** What is entered is kept sealed; play money needs nothing. Tells where the provider has to call. */
  connect: (wanted: Connection & { credentials: Credentials }) => Promise<{ callbackUrl: string }>
  disconnect: (connection: Connection) => Promise<void>
  list: (storeId: StoreId) => Promise<ShownProvider[]>
  parked: (wanted: { storeId: StoreId; settled: boolean }) => Promise<ShownParked[]>
  settle: (wanted: { storeId: StoreId; parkedId: ParkedId; note: string }) => Promise<void>
}

const MOST = 1_000

export function localPayments(database: Database, config: Config): PaymentDesk {
  const { app } = database
  const deedOn = ({ storeId, provider }: Connection, action: string) => ({ storeId, action, subject: provider })
  const { publicUrl } = config
  return {
    async connect({ credentials, ...connection }) {
      const { accounts, sealer } = await loadPayments(database, config)
      const { storeId } = connection
      const provider = await accounts.provider(connection.provider)
      const entered = provider.name === 'sandbox' ? sandboxCredentials(storeId) : credentials
      await byHand(app, deedOn(connection, 'connectPaymentProvider'), (tx) =>
        connectProviderCredentials(tx, { sealer, storeId, provider, credentials: entered }),
      )
      return { callbackUrl: callbackUrl(publicUrl, connection) }
    },
    async disconnect(connection) {
      await byHand(app, deedOn(connection, 'disconnectPaymentProvider'), (tx) =>
        disconnectProviderCredentials(tx, connection),
      )
    },
    list: async (storeId) =>
      (await listConnections(app, storeId)).map(({ provider, updatedAt }) => ({
        provider,
        updatedAt,
        callbackUrl: callbackUrl(publicUrl, { storeId, provider }),
      })),
    parked: async (wanted) => (await listParked(app, { ...wanted, most: MOST })).map(parkedToShown),
    async settle(wanted) {
      const { storeId, parkedId } = wanted
      const deed = { storeId, action: 'resolveParkedPayment', subject: formatId('prk', parkedId) }
      await byHand(app, deed, (tx) => resolveParked(tx, wanted))
    },
  }
}

export function remotePayments({ manage, storeId: storeOf }: RemoteStore): PaymentDesk {
  async function providers(named: StoreId) {
    return (await manage.listPaymentProviders({ storeId: await storeOf(named) })).items
  }
  return {
    async connect({ storeId, provider, credentials }) {
      await manage.connectPaymentProvider({ storeId: await storeOf(storeId), provider, credentials })
      const connected = (await providers(storeId)).find(({ name }) => name === provider)
      return { callbackUrl: connected?.callbackUrl ?? '' }
    },
    async disconnect({ storeId, provider }) {
      await manage.disconnectPaymentProvider({ storeId: await storeOf(storeId), provider })
    },
    async list(storeId) {
      return (await providers(storeId))
        .flatMap(({ name: provider, connectedAt, callbackUrl: url }) =>
          connectedAt === null ? [] : [{ provider, updatedAt: readDate(connectedAt), callbackUrl: url }],
        )
        .sort((a, b) => (a.provider < b.provider ? -1 : 1))
    },
    async parked({ storeId: named, settled }) {
      const found = manage.listParkedPayments.each({ storeId: await storeOf(named), settled, limit: 200 })
      return (await upTo(MOST, found)).map((parked) => ({ ...parked, parkedAt: readDate(parked.parkedAt) }))
    },
    async settle({ storeId, parkedId, note }) {
      await manage.resolveParkedPayment({
        storeId: await storeOf(storeId),
        parkedId: formatId('prk', parkedId),
        note,
      })
    },
  }
}

function parkedToShown({
  id,
  provider,
  reason,
  subject,
  checkoutId,
  facts,
  parkedAt,
  resolutionNote,
}: Parked): ShownParked {
  return {
    id: formatId('prk', id),
    provider,
    reason,
    subject,
    checkoutId: checkoutId === null ? null : formatId('chk', checkoutId),
    amountMinor: facts.paid?.amountMinor ?? null,
    currency: facts.paid?.currency ?? null,
    parkedAt,
    resolutionNote,
  }
}
