import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { AppError } from '../../errors.ts'
import { type GameServerId, parseId } from '../../ids.ts'
import { createPayments } from '../../payments/create-payments.ts'
import { queryOpenPayments } from '../../payments/query-open-payments.ts'
import { type RanDelivery, reconcileDeliveries } from '../../setup/backup/reconcile-deliveries.ts'
import { addCommand } from '../add-command.ts'
import { collect, requireId } from '../parse-option.ts'
import { print } from '../print.ts'
import { withDatabase } from './with-database.ts'

type Options = { journal?: string[]; server?: GameServerId; json?: boolean }

export function addBackupReconcile(group: Command): void {
  addCommand(
    group,
    'reconcile',
    'after a restore and before the server starts: compare the database with payment providers and game servers',
    '--journal lobby.json --journal arena.json',
    '--journal new-server.json --server srv_…',
  )
    .option(
      '--journal <file>',
      'the output of `quartermaster-agent journal --json` of one game server; can be repeated',
      collect((file: string) => file),
    )
    .option('--server <id>', 'the game server of a journal that has no delivery from before the moment', (text) =>
      requireId('srv', parseId<GameServerId>('srv', text)),
    )
    .option('--json', 'print the result as JSON')
    .action(async (_options: Options, command: Command) => {
      const { journal: files = [], server, json } = command.optsWithGlobals<Options>()
      const journals = await Promise.all(files.map(readJournal))
      const result = await withDatabase(async (database, config) => {
        const payments = await queryOpenPayments(createPayments(database.app, config), database.reader)
        const total = {
          ...payments,
          known: 0,
          delivered: [] as string[],
          held: [] as string[],
          remaining: [] as RanDelivery[],
        }
        for (const ran of journals) {
          const one = await reconcileDeliveries(database, { ran, serverId: server })
          total.known += one.known
          total.delivered.push(...one.delivered)
          total.held.push(...one.held)
          total.remaining.push(...one.remaining)
        }
        return total
      })
      print({ json: result, text: describe(result) }, json)
      process.exitCode = result.failures.length === 0 ? 0 : 1
    })
}

async function readJournal(file: string): Promise<RanDelivery[]> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new AppError('not_found', `${file} cannot be read: ${cause.message}`, { cause })
  })
  try {
    const { deliveries } = JSON.parse(text) as { deliveries?: RanDelivery[] }
    if (Array.isArray(deliveries)) return deliveries
  } catch {
    // The message below says what is expected.
  }
  throw new AppError('invalid_request', `${file} is not the output of \`quartermaster-agent journal --json\`.`)
}

type Result = Awaited<ReturnType<typeof queryOpenPayments>> & Awaited<ReturnType<typeof reconcileDeliveries>>

function describe({ queried, failures, known, delivered, held, remaining }: Result): string {
  return [
    `Open payments that the providers were asked about: ${queried}, failed: ${failures.length}.`,
    ...failures.slice(0, 5).map((failure) => `    ${failure}`),
    `Deliveries in the journals that the database knows: ${known}.`,
    `Delivered before the restore under another id, and now marked as delivered: ${delivered.length}.`,
    `Begun before the restore, and now held for your decision: ${held.length}.`,
    ...held.map((id) => `    npx quartermaster delivery show --delivery ${id}`),
    `Ran in the game, and the database knows no sale for it: ${remaining.length}.`,
    ...remaining.map(
      ({ at, player, type, products, checkoutId = 'unknown' }) =>
        `    ${at}  ${player}  ${type}  ${products.join(', ')}  checkout ${checkoutId}`,
    ),
    ...(failures.length > 0 ? ['Some providers could not be asked. Fix that, and run this command again.'] : []),
  ].join('\n')
}
