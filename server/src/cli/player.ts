import { Command } from 'commander'
import { toDecimal } from '../money.ts'
import type { PlayerRow } from '../players/player-statistics.ts'
import type { ShownPlayer } from './desk/player-desk.ts'
import { aboutStore, type InStore, withStore } from './desk/with-desk.ts'
import { moment, print, table } from './print.ts'
import { readMoment } from './read-moment.ts'
import { readMost } from './read-most.ts'

type Act = InStore & { player: string }

const MOST = 10_000

export function playerCommand(): Command {
  const command = new Command('player').description('players: list, show, export, erase, ban')
  command.addCommand(listCommand())
  actOn(command, 'show', 'a player: what they bought and hold, and what waits for them').action(
    async ({ player: gameUserId, json, ...options }: Act) => {
      const shown = await withStore(options, (desk, storeId) => desk.players.show({ storeId, gameUserId }))
      print(json, shown, () => describe(shown))
    },
  )
  actOn(command, 'export', 'print everything the store holds about a player, as one JSON document').action(
    async ({ player: gameUserId, json, ...options }: Act) => {
      const exported = await withStore(options, (desk, storeId) => desk.players.export({ storeId, gameUserId }))
      print(json, exported, () => JSON.stringify(exported, null, 2))
    },
  )
  actOn(command, 'erase', 'forget who a player is; this cannot be undone')
    .option('--cancel-waiting', 'give up what is still to be delivered to them or taken from them')
    .action(
      async ({ player: gameUserId, cancelPending = false, json, ...options }: Act & { cancelPending?: boolean }) => {
        const erased = await withStore(options, (desk, storeId) =>
          desk.players.erase({ storeId, gameUserId, cancelPending }),
        )
        print(
          json,
          erased,
          () =>
            `ErasedPlayer: ${erased.pseudonym} stands in ${erased.checkouts} checkouts now; ${erased.cancelled} waiting deliveries were cancelled.`,
        )
      },
    )
  actOn(command, 'ban', 'let a player buy nothing any more; what was paid is delivered', ' --reason "charged back"')
    .requiredOption('--reason <text>', 'why')
    .option('--until <moment>', 'when it ends by itself', readMoment)
    .action(async ({ player: gameUserId, reason, until, json, ...options }: Act & { reason: string; until?: Date }) => {
      const ban = await withStore(options, (desk, storeId) =>
        desk.players.ban({ storeId, gameUserId, reason, until: until ?? null }),
      )
      print(json, ban, () => (ban.until === null ? 'Banned.' : `Banned until ${moment(ban.until)}.`))
    })
  actOn(command, 'unban', 'let a banned player buy again').action(
    async ({ player: gameUserId, json, ...options }: Act) => {
      const ban = await withStore(options, (desk, storeId) => desk.players.liftBan({ storeId, gameUserId }))
      print(json, ban, () => 'Not banned any more.')
    },
  )
  return command
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the players of a store, in the order of their ids')
    .option('--search <text>', 'only ids that begin so')
    .option('--limit <n>', `how many at most, up to ${MOST}`, '50')
    .addHelpText('after', '\nExample:\n  npx quartermaster player list --store sto_… --search steam:')
  return aboutStore(command).action(async (options: InStore & { search?: string; limit: string }) => {
    const { search, limit, json } = options
    const most = readMost(limit, MOST)
    const players = await withStore(options, (desk, storeId) =>
      desk.players.list({ storeId, most, ...(search && { search }) }),
    )
    print(json, { players }, () =>
      players.length === 0
        ? 'No players.'
        : table(
            ['player', 'purchases', 'paid', 'first seen', 'last paid', ''],
            players.map((player) => [
              player.gameUserId,
              purchasesOf(player),
              paidBy(player),
              moment(player.firstSeenAt),
              moment(player.lastPaidAt),
              player.isBanned ? 'banned' : '',
            ]),
          ),
    )
  })
}

function purchasesOf({ paidCheckouts, isPartial }: PlayerRow): string {
  return `${paidCheckouts}${isPartial ? '+' : ''}`
}

function paidBy({ totals }: PlayerRow): string {
  const sums = totals.map(({ currency, paidMinor }) => `${toDecimal(paidMinor, currency)} ${currency}`)
  return sums.join(', ')
}

function describe(player: ShownPlayer): string {
  const { pending, retrying, held } = player.commands
  return [
    `${player.gameUserId}: ${purchasesOf(player)} purchases, ${paidBy(player) || 'nothing'} paid, first seen ${moment(player.firstSeenAt)}`,
    `waiting ${pending}, retrying ${retrying}, held ${held}`,
    ...(player.ban === null
      ? []
      : [`${player.ban.isActive ? 'banned' : 'was banned'} ${moment(player.ban.createdAt)}: ${player.ban.reason}`]),
    ...player.entitlements.map(
      ({ id, productName, until, endedAt, endedBy }) =>
        `${id} ${productName}: ${endedAt ? `ended by ${endedBy}` : until ? `until ${moment(until)}` : 'for ever'}`,
    ),
    ...player.checkouts.map(
      ({ id, state, totalMinor, currency, createdAt }) =>
        `${id} ${state}: ${toDecimal(totalMinor, currency)} ${currency}, ${moment(createdAt)}`,
    ),
  ].join('\n')
}

function actOn(parent: Command, name: string, description: string, more = ''): Command {
  return aboutStore(parent.command(name))
    .description(description)
    .requiredOption('--player <text>', 'game user id')
    .addHelpText('after', `\nExample:\n  npx quartermaster player ${name} --store sto_… --player 42${more}`)
}
