import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { type AccessDesk, localAccess, remoteAccess } from './access-desk.ts'
import { type CheckoutDesk, localCheckouts, remoteCheckouts } from './checkout-desk.ts'
import { type CommandDesk, localCommands, remoteCommands } from './command-desk.ts'
import { localPayments, type PaymentDesk, remotePayments } from './payment-desk.ts'
import { localPlayers, type PlayerDesk, remotePlayers } from './player-desk.ts'
import { localProducts, type ProductDesk, remoteProducts } from './product-desk.ts'
import { localRedeliveries, type RedeliveryDesk, remoteRedeliveries } from './redelivery-desk.ts'
import type { RemoteStore } from './remote-store.ts'
import { localServers, remoteServers, type ServerDesk } from './server-desk.ts'
import { localStores, remoteStores, type StoreDesk } from './store-desk.ts'
import { localWebhooks, remoteWebhooks, type WebhookDesk } from './webhook-desk.ts'

/** What the commands of an owner need. It is the same whether the database is here or a store answers from elsewhere. */
export type Desk = {
  stores: StoreDesk
  servers: ServerDesk
  products: ProductDesk
  checkouts: CheckoutDesk
  commands: CommandDesk
  redeliveries: RedeliveryDesk
  players: PlayerDesk
  payments: PaymentDesk
  webhooks: WebhookDesk
  access: AccessDesk
}

export function localDesk(database: Database, config: Config): Desk {
  return {
    stores: localStores(database),
    servers: localServers(database, config),
    products: localProducts(database),
    checkouts: localCheckouts(database, config),
    commands: localCommands(database),
    redeliveries: localRedeliveries(database),
    players: localPlayers(database),
    payments: localPayments(database, config),
    webhooks: localWebhooks(database, config),
    access: localAccess(database),
  }
}

export function remoteDesk(store: RemoteStore): Desk {
  return {
    stores: remoteStores(store),
    servers: remoteServers(store),
    products: remoteProducts(store),
    checkouts: remoteCheckouts(store),
    commands: remoteCommands(store),
    redeliveries: remoteRedeliveries(store),
    players: remotePlayers(store),
    payments: remotePayments(store),
    webhooks: remoteWebhooks(store),
    access: remoteAccess(store),
  }
}
