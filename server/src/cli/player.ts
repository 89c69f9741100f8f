import { Command } from 'commander'
import { type Tx, inStore } from '../db/database.ts'
import { banPlayer } from '../checkouts/ban-player.ts'
import { liftBan } from '../checkouts/lift-ban.ts'
import { formatId, type StoreId } from '../ids.ts'
import { toDecimal } from '../money.ts'
import { erasePlayer } from '../players/erase-player.ts'
import { exportPlayer } from '../players/export-player.ts'
import type { PlayerRow } from '../players/player-figures.ts'
import { searchPlayers } from '../players/search-players.ts'
import { type Player, type PlayerKey, showPlayer } from '../players/show-player.ts'
import { noteByHand } from './by-hand.ts'
import { moment, print, table } from './print.ts'
import { readStoreId } from './read-id.ts'
import { readMoment } from './read-moment.ts'
import { withDatabase } from './with-database.ts'

type List = { store: StoreId; search?: string; after?: string; limit: string; json?: boolean }
type Act = { store: StoreId; player: string; json?: boolean }

export function playerCommand(): Command {
  const command = new Command('player').description('players: list, show, export, erase, ban')
  command.addCommand(listCommand())
  actOn(command, 'show', 'a player: what they bought and hold, and what waits for them').action(
    async ({ store, player, json }: Act) => {
      const shown = await inside({ storeId: store, gameUserId: player }, showPlayer)
      print(json, toShown(shown), () => describe(shown))
    },
  )
  actOn(command, 'export', 'print everything the store holds about a player, as one JSON document').action(
    async ({ store, player, json }: Act) => {
      const exported = await inside({ storeId: store, gameUserId: player }, exportPlayer)
      print(json, exported, () => JSON.stringify(exported, null, 2))
    },
  )
  actOn(command, 'erase', 'forget who a player is; this cannot be undone')
    .option('--cancel-waiting', 'give up what is still to be delivered to them or taken from them')
    .action(async ({ store, player, cancelWaiting = false, json }: Act & { cancelWaiting?: boolean }) => {
      const erased = await inside({ storeId: store, gameUserId: player }, async (tx, key) => {
        const done = await erasePlayer(tx, { ...key, cancelWaiting })
        await noteByHand(tx, { ...key, action: 'erasePlayer', subject: done.pseudonym })
        return done
      })
      print(
        json,
        erased,
        () =>
          `Erased: ${erased.pseudonym} stands in ${erased.checkouts} checkouts now; ${erased.cancelled} waiting deliveries were cancelled.`,
      )
    })
  actOn(command, 'ban', 'let a player buy nothing any more; what was paid is delivered', ' --reason "charged back"')
    .requiredOption('--reason <text>', 'why')
    .option('--until <moment>', 'when it ends by itself', readMoment)
    .action(async ({ store, player, reason, until, json }: Act & { reason: string; until?: Date }) => {
      const ban = await inside({ storeId: store, gameUserId: player }, async (tx, key) => {
        const made = await banPlayer(tx, { ...key, reason, until: until ?? null, by: 'command line' })
        await noteByHand(tx, { ...key, action: 'banPlayer', subject: player })
        return made
      })
      print(json, ban, () => (ban.until === null ? 'Banned.' : `Banned until ${moment(ban.until)}.`))
    })
  actOn(command, 'unban', 'let a banned player buy again').action(async ({ store, player, json }: Act) => {
    const ban = await inside({ storeId: store, gameUserId: player }, async (tx, key) => {
      const lifted = await liftBan(tx, key)
      await noteByHand(tx, { ...key, action: 'liftBan', subject: player })
      return lifted
    })
    print(json, ban, () => 'Not banned any more.')
  })
  return command
}

function listCommand(): Command {
  return new Command('list')
    .description('list the players of a store, in the order of their ids')
    .requiredOption('--store <id>', 'store', readStoreId)
    .option('--search <text>', 'only ids that begin so')
    .option('--after <text>', 'go on behind this player')
    .option('--limit <n>', 'how many at most', '50')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster player list --store sto_… --search steam:')
    .action(async ({ store, search, after, limit, json }: List) => {
      const most = Math.min(Math.max(Number.parseInt(limit, 10) || 50, 1), 1_000)
      const filter = { storeId: store, most, ...(search && { search }), ...(after && { after }) }
      const players = await withDatabase(({ app }) => inStore(app, store, (tx) => searchPlayers(tx, filter)))
      print(json, { players }, () =>
        players.length === 0
          ? 'No players.'
          : table(
              ['player', 'purchases', 'paid', 'first seen', 'last paid', ''],
              players.map((player) => [
                player.gameUserId,
                `${player.paidCheckouts}${player.isPartial ? '+' : ''}`,
                paidBy(player),
                moment(player.firstSeenAt),
                moment(player.lastPaidAt),
                player.isBanned ? 'banned' : '',
              ]),
            ),
      )
    })
}

async function inside<T>(key: PlayerKey, work: (tx: Tx, key: PlayerKey) => Promise<T>): Promise<T> {
  return withDatabase(({ app }) => inStore(app, key.storeId, (tx) => work(tx, key)))
}

function paidBy({ totals }: PlayerRow): string {
  const sums = totals.map(({ currency, paidMinor }) => `${toDecimal(paidMinor, currency)} ${currency}`)
  return sums.join(', ')
}

function toShown({ checkouts, entitlements, ...player }: Player) {
  return {
    ...player,
    checkouts: checkouts.map((checkout) => ({ ...checkout, id: formatId('chk', checkout.id) })),
    entitlements: entitlements.map((held) => ({
      ...held,
      id: formatId('ent', held.id),
      productId: formatId('prd', held.productId),
    })),
  }
}

function describe(player: Player): string {
  const { pending, resting, held } = player.commands
  return [
    `${player.gameUserId}: ${player.paidCheckouts}${player.isPartial ? '+' : ''} purchases, ${paidBy(player) || 'nothing'} paid, first seen ${moment(player.firstSeenAt)}`,
    `waiting ${pending}, resting ${resting}, held ${held}`,
    ...(player.ban === null
      ? []
      : [`${player.ban.isInForce ? 'banned' : 'was banned'} ${moment(player.ban.createdAt)}: ${player.ban.reason}`]),
    ...player.entitlements.map(
      ({ id, productName, until, endedAt, endedBy }) =>
        `${formatId('ent', id)} ${productName}: ${endedAt ? `ended by ${endedBy}` : until ? `until ${moment(until)}` : 'for ever'}`,
    ),
    ...player.checkouts.map(
      ({ id, state, totalMinor, currency, createdAt }) =>
        `${formatId('chk', id)} ${state}: ${toDecimal(totalMinor, currency)} ${currency}, ${moment(createdAt)}`,
    ),
  ].join('\n')
}

function actOn(parent: Command, name: string, description: string, more = ''): Command {
  return parent
    .command(name)
    .description(description)
    .requiredOption('--store <id>', 'store', readStoreId)
    .requiredOption('--player <text>', 'game user id')
    .option('--json', 'print one JSON object')
    .addHelpText('after', `\nExample:\n  npx quartermaster player ${name} --store sto_… --player 42${more}`)
}
