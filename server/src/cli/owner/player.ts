import type { Command } from 'commander'
import type { Manage } from '@quartermaster/sdk'
import { addCommand } from '../add-command.ts'
import { parseLimit, parseTime } from '../parse-option.ts'
import { formatAmount, formatTime, listOutput } from '../print.ts'
import { callStoreApi } from './owner-command.ts'
import { pageSize, take } from './store-client.ts'

type OnPlayer = { player: string }

export function addPlayerCommands(program: Command): void {
  const group = program.command('player').description('list, show, export, erase, ban and hide players')
  addList(group)

  const show = addPlayerCommand(group, 'show', 'show a player: purchases, entitlements and pending deliveries', '')
  callStoreApi<OnPlayer>(show, async ({ manage, storeId }, { player: gameUserId }) => {
    const player = await manage.getPlayer({ storeId, gameUserId })
    return { json: player, text: describePlayer(player) }
  })

  const exportPlayer = addPlayerCommand(
    group,
    'export',
    'print everything that the store has stored about a player, as a JSON document',
    '',
  )
  callStoreApi<OnPlayer>(exportPlayer, async ({ manage, storeId }, { player: gameUserId }) => {
    const exported = await manage.exportPlayer({ storeId, gameUserId })
    return { json: exported, text: JSON.stringify(exported, null, 2) }
  })

  const erase = addPlayerCommand(group, 'erase', "replace a player's id by a pseudonym; this cannot be undone", '') //
    .option('--cancel-pending', 'cancel the deliveries that are still pending for this player')
  callStoreApi<OnPlayer & { cancelPending?: boolean }>(
    erase,
    async ({ manage, storeId }, { player: gameUserId, cancelPending = false }) => {
      const erased = await manage.erasePlayer({ storeId, gameUserId, cancelPending })
      const { pseudonym, checkouts, cancelledDeliveries } = erased
      const counts = `Checkouts changed: ${checkouts}. Pending deliveries cancelled: ${cancelledDeliveries}.`
      return { json: erased, text: `Erased. The player is now ${pseudonym}. ${counts}` }
    },
  )

  const ban = addPlayerCommand(
    group,
    'ban',
    'forbid a player to buy; what they have paid for is still delivered',
    '--reason "charged back"',
  )
    .requiredOption('--reason <text>', 'why')
    .option('--until <time>', 'when the ban ends; without it, it lasts until you lift it', parseTime)
  callStoreApi<OnPlayer & { reason: string; until?: string }>(
    ban,
    async ({ manage, storeId }, { player: gameUserId, reason, until = null }) => {
      const banned = await manage.banPlayer({ storeId, gameUserId, reason, until })
      return { json: banned, text: banned.until === null ? 'Banned.' : `Banned until ${formatTime(banned.until)}.` }
    },
  )

  const unban = addPlayerCommand(group, 'unban', 'lift the ban of a player', '')
  callStoreApi<OnPlayer>(unban, async ({ manage, storeId }, { player: gameUserId }) => ({
    json: await manage.liftBan({ storeId, gameUserId }),
    text: 'The ban is lifted.',
  }))

  for (const [name, description, isNamed] of NAMINGS) {
    const command = addPlayerCommand(group, name, description, '')
    callStoreApi<OnPlayer>(command, async ({ manage, storeId }, { player: gameUserId }) => ({
      json: await manage.setPlayerNaming({ storeId, gameUserId, isNamed }),
      text: isNamed ? 'Pages may name the player again.' : 'Pages no longer name the player.',
    }))
  }
}

const NAMINGS = [
  ['hide-name', 'do not name a player on the pages of the store, also for earlier purchases', false],
  ['show-name', 'name a player again', true],
] as const

function addPlayerCommand(group: Command, name: string, description: string, example: string): Command {
  return addCommand(group, name, description, `--store sto_… --player 42 ${example}`) //
    .requiredOption('--player <id>', 'the player, by the id that the game knows them by')
}

function addList(group: Command): void {
  const command = addCommand(
    group,
    'list',
    'list the players of a store, ordered by id',
    '--store sto_… --search steam:',
  )
    .option('--search <text>', 'only players whose id starts with this text')
    .option('--limit <n>', 'how many players to show', parseLimit, 50)
  callStoreApi<{ search?: string; limit: number }>(command, async ({ manage, storeId }, { search, limit }) =>
    listOutput(
      await take(limit, manage.listPlayers.each({ storeId, limit: pageSize(limit), ...(search && { search }) })),
      {
        player: ({ gameUserId }) => gameUserId,
        purchases: formatPurchases,
        paid: formatPaid,
        'first seen': ({ firstSeenAt }) => formatTime(firstSeenAt),
        'last paid': ({ lastPaidAt }) => formatTime(lastPaidAt),
        banned: ({ isBanned }) => (isBanned ? 'yes' : ''),
      },
      'No players.',
    ),
  )
}

/** The API counts the newest purchases only. `+` means that there are more. */
function formatPurchases({ paidCheckouts, isPartial }: Manage.PlayerSummary): string {
  return `${paidCheckouts}${isPartial ? '+' : ''}`
}

function formatPaid({ totals }: Manage.PlayerSummary): string {
  return totals.map(({ currency, paidMinor }) => formatAmount(paidMinor, currency)).join(', ')
}

function describePlayer(player: Manage.Player): string {
  const { ban, deliveryCounts: counts, entitlements, checkouts } = player
  return [
    `${player.gameUserId}: ${formatPurchases(player)} purchases, ${formatPaid(player) || 'nothing'} paid, first seen ${formatTime(player.firstSeenAt)}`,
    `deliveries: ${counts.pending} pending, ${counts.retrying} retrying, ${counts.held} held`,
    ...(ban === null ? [] : [`${ban.isActive ? 'banned' : 'was banned'} ${formatTime(ban.createdAt)}: ${ban.reason}`]),
    ...entitlements.map(({ id, productName, until, endedAt, endedBy }) => {
      const end = endedAt ? `ended by ${endedBy}` : until ? `until ${formatTime(until)}` : 'for ever'
      return `${id} ${productName}: ${end}`
    }),
    ...checkouts.map(
      ({ id, state, totalMinor, currency, createdAt }) =>
        `${id} ${state}: ${formatAmount(totalMinor, currency)}, ${formatTime(createdAt)}`,
    ),
  ].join('\n')
}
