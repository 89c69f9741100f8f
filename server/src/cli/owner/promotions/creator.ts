import { CREATOR_PERCENT, SHARE_PERCENT } from '@quartermaster/contract/promotions/discount-limits'
import type { Command } from 'commander'
import { addCommand } from '../../add-command.ts'
import { parseCount, parseIdOf, parseLimit } from '../../parse-option.ts'
import { formatTime, listOutput } from '../../print.ts'
import { callStoreApi } from '../owner-command.ts'
import { pageSize, readAll, take } from '../store-client.ts'
import {
  addCodeOptions,
  type CodeOptions,
  discountColumns,
  parsePercent,
  requireDiscountOption,
  toCodeFields,
} from './discount-options.ts'

type Fields = CodeOptions & { name?: string; share?: number }

export function addCreatorCommands(program: Command): void {
  const group = program.command('creator').description('creators with a code, their shares and payouts')

  const create = addCommand(
    group,
    'create',
    'create a creator with a code',
    '--store sto_… --name "Ana Plays" --code ANA --percent 5 --share 10',
  )
    .requiredOption('--name <text>', 'the name of the creator')
    .requiredOption('--code <text>', 'what buyers type')
    .requiredOption('--share <percent>', 'the part of what is paid that the creator gets', parsePercent(SHARE_PERCENT))
  callStoreApi<Fields & { name: string; code: string; share: number }>(
    addCodeOptions(create, CREATOR_PERCENT),
    async ({ manage, storeId }, options) => {
      requireDiscountOption(options, create)
      const { name, code, share: shareBasisPoints } = options
      const fields = { name, code, shareBasisPoints, discount: {}, ...toCodeFields(options) }
      const creator = await manage.createCreator({ storeId, ...fields })
      return {
        json: creator,
        text: `Created the creator ${creator.name} with the code ${creator.code} (${creator.id}).`,
      }
    },
  )

  const update = addCommand(
    group,
    'update',
    'change a creator; options that you omit do not change them',
    '--store sto_… --creator dco_… --share 12',
  )
    .requiredOption('--creator <id>', 'the creator', parseIdOf('dco'))
    .option('--name <text>', 'the name of the creator')
    .option('--code <text>', 'what buyers type')
    .option('--share <percent>', 'the part of what is paid that the creator gets', parsePercent(SHARE_PERCENT))
  callStoreApi<Fields & { creator: string }>(
    addCodeOptions(update, CREATOR_PERCENT),
    async ({ manage, storeId }, options) => {
      const { creator: creatorId, name, share } = options
      const changes = {
        ...(name !== undefined && { name }),
        ...(share !== undefined && { shareBasisPoints: share }),
        ...toCodeFields(options),
      }
      const creator = await manage.updateCreator({ storeId, creatorId, ...changes }, { ifMatch: '*' })
      return { json: creator, text: `Saved the creator ${creator.name}.` }
    },
  )

  const remove = addCommand(group, 'delete', 'delete a creator and their code', '--store sto_… --creator dco_…')
  remove.requiredOption('--creator <id>', 'the creator', parseIdOf('dco'))
  callStoreApi<{ creator: string }>(remove, async ({ manage, storeId }, { creator: creatorId }) => {
    await manage.deleteCreator({ storeId, creatorId })
    return { json: {}, text: 'Deleted the creator. The code cannot be used any more.' }
  })

  const list = addCommand(group, 'list', 'list the creators of a store and their balances', '--store sto_…')
  callStoreApi(list, async ({ manage, storeId }) =>
    listOutput(
      await readAll(manage.listCreators.each({ storeId, limit: 200 })),
      {
        creator: ({ id }) => id,
        name: ({ name }) => name,
        code: ({ code }) => code,
        share: ({ shareBasisPoints }) => `${shareBasisPoints / 100} %`,
        uses: ({ uses }) => uses,
        'earned (minor)': ({ earnedMinor }) => earnedMinor,
        'balance (minor)': ({ balanceMinor }) => balanceMinor,
        ...discountColumns,
      },
      'This store has no creators.',
    ),
  )

  const ledger = addCommand(
    group,
    'ledger',
    'list what a creator earned, lost and got',
    '--store sto_… --creator dco_…',
  )
    .requiredOption('--creator <id>', 'the creator', parseIdOf('dco'))
    .option('--limit <n>', 'how many entries to show', parseLimit, 50)
  callStoreApi<{ creator: string; limit: number }>(ledger, async ({ manage, storeId }, { creator, limit }) =>
    listOutput(
      await take(limit, manage.listCreatorEntries.each({ storeId, creatorId: creator, limit: pageSize(limit) })),
      {
        time: ({ createdAt }) => formatTime(createdAt),
        entry: ({ kind }) => kind,
        'amount (minor)': ({ amountMinor }) => amountMinor,
        checkout: ({ checkoutId }) => checkoutId,
        line: ({ lineNo }) => lineNo,
        note: ({ note }) => note,
      },
      'No entries yet.',
    ),
  )

  const payout = addCommand(
    group,
    'payout',
    'record that you paid a creator',
    '--store sto_… --creator dco_… --amount 5000 --note "Pix 2026-12-01"',
  )
    .requiredOption('--creator <id>', 'the creator', parseIdOf('dco'))
    .requiredOption('--amount <minor>', "in minor units of the store's currency", parseCount)
    .option('--note <text>', 'how you paid')
  callStoreApi<{ creator: string; amount: number; note?: string }>(
    payout,
    async ({ manage, storeId }, { creator: creatorId, amount: amountMinor, note }) => {
      const body = { amountMinor, ...(note !== undefined && { note }) }
      const entry = await manage.recordPayout({ storeId, creatorId, ...body })
      return { json: entry, text: `Recorded the payout ${entry.id}.` }
    },
  )
}
