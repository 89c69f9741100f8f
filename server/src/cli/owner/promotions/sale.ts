import { SALE_PERCENT } from '@quartermaster/contract/promotions/discount-limits'
import type { Command } from 'commander'
import { addCommand } from '../../add-command.ts'
import { parseIdOf } from '../../parse-option.ts'
import { listOutput } from '../../print.ts'
import { callStoreApi } from '../owner-command.ts'
import { readAll } from '../store-client.ts'
import {
  addDiscountOptions,
  discountColumns,
  type DiscountOptions,
  requireDiscountOption,
  toDiscountFields,
} from './discount-options.ts'

type Fields = DiscountOptions & { name?: string }

export function addSaleCommands(program: Command): void {
  const group = program.command('sale').description('lower prices for a time')

  const create = addCommand(
    group,
    'create',
    'create a sale',
    '--store sto_… --name "Black Friday" --percent 25 --from 2026-11-27T00:00 --until 2026-12-01T00:00',
  ).requiredOption('--name <text>', 'the name that buyers see')
  callStoreApi<Fields & { name: string }>(
    addDiscountOptions(create, SALE_PERCENT),
    async ({ manage, storeId }, options) => {
      requireDiscountOption(options, create)
      const { name } = options
      const sale = await manage.createSale({ storeId, name, discount: {}, ...toDiscountFields(options) })
      return { json: sale, text: `Created the sale ${sale.id}.` }
    },
  )

  const update = addCommand(
    group,
    'update',
    'change a sale; options that you omit do not change it',
    '--store sto_… --sale sal_… --until 2026-12-02T00:00',
  )
    .requiredOption('--sale <id>', 'the sale', parseIdOf('sal'))
    .option('--name <text>', 'the name that buyers see')
  callStoreApi<Fields & { sale: string }>(
    addDiscountOptions(update, SALE_PERCENT),
    async ({ manage, storeId }, options) => {
      const { sale: saleId, name } = options
      const changes = { ...(name !== undefined && { name }), ...toDiscountFields(options) }
      const sale = await manage.updateSale({ storeId, saleId, ...changes }, { ifMatch: '*' })
      return { json: sale, text: `Saved the sale ${sale.id}.` }
    },
  )

  const remove = addCommand(group, 'delete', 'end a sale at once and delete it', '--store sto_… --sale sal_…')
  remove.requiredOption('--sale <id>', 'the sale', parseIdOf('sal'))
  callStoreApi<{ sale: string }>(remove, async ({ manage, storeId }, { sale: saleId }) => {
    await manage.deleteSale({ storeId, saleId })
    return { json: {}, text: 'Deleted the sale. Orders that are open or paid keep their prices.' }
  })

  const list = addCommand(group, 'list', 'list the sales of a store, newest first', '--store sto_…')
  callStoreApi(list, async ({ manage, storeId }) =>
    listOutput(
      await readAll(manage.listSales.each({ storeId, limit: 200 })),
      { sale: ({ id }) => id, name: ({ name }) => name, ...discountColumns },
      'This store has no sales.',
    ),
  )
}
