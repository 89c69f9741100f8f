import { COUPON_PERCENT } from '@quartermaster/contract/promotions/discount-limits'
import type { Command } from 'commander'
import { addCommand } from '../../add-command.ts'
import { parseIdOf } from '../../parse-option.ts'
import { listOutput } from '../../print.ts'
import { callStoreApi } from '../owner-command.ts'
import { readAll } from '../store-client.ts'
import {
  addCodeOptions,
  type CodeOptions,
  discountColumns,
  requireDiscountOption,
  toCodeFields,
} from './discount-options.ts'

type Fields = CodeOptions & { note?: string }

export function addCouponCommands(program: Command): void {
  const group = program.command('coupon').description('codes that lower the price of a basket')

  const create = addCommand(
    group,
    'create',
    'create a coupon',
    '--store sto_… --code SUMMER10 --percent 10 --max-uses 50',
  )
    .requiredOption('--code <text>', 'what buyers type')
    .option('--note <text>', 'a note for the staff')
  callStoreApi<Fields & { code: string }>(
    addCodeOptions(create, COUPON_PERCENT),
    async ({ manage, storeId }, options) => {
      requireDiscountOption(options, create)
      const { code, note } = options
      const fields = { code, discount: {}, ...(note !== undefined && { note }), ...toCodeFields(options) }
      const coupon = await manage.createCoupon({ storeId, ...fields })
      return { json: coupon, text: `Created the coupon ${coupon.code} (${coupon.id}).` }
    },
  )

  const update = addCommand(
    group,
    'update',
    'change a coupon; options that you omit do not change it',
    '--store sto_… --coupon dco_… --max-uses 100',
  )
    .requiredOption('--coupon <id>', 'the coupon', parseIdOf('dco'))
    .option('--code <text>', 'what buyers type')
    .option('--note <text>', 'a note for the staff')
  callStoreApi<Fields & { coupon: string }>(
    addCodeOptions(update, COUPON_PERCENT),
    async ({ manage, storeId }, options) => {
      const { coupon: couponId, note } = options
      const changes = { ...(note !== undefined && { note }), ...toCodeFields(options) }
      const coupon = await manage.updateCoupon({ storeId, couponId, ...changes }, { ifMatch: '*' })
      return { json: coupon, text: `Saved the coupon ${coupon.code}.` }
    },
  )

  const remove = addCommand(group, 'delete', 'delete a coupon', '--store sto_… --coupon dco_…')
  remove.requiredOption('--coupon <id>', 'the coupon', parseIdOf('dco'))
  callStoreApi<{ coupon: string }>(remove, async ({ manage, storeId }, { coupon: couponId }) => {
    await manage.deleteCoupon({ storeId, couponId })
    return { json: {}, text: 'Deleted the coupon. Orders that are open or paid keep their prices.' }
  })

  const list = addCommand(group, 'list', 'list the coupons of a store and their uses', '--store sto_…')
  callStoreApi(list, async ({ manage, storeId }) =>
    listOutput(
      await readAll(manage.listCoupons.each({ storeId, limit: 200 })),
      {
        coupon: ({ id }) => id,
        code: ({ code }) => code,
        uses: ({ uses, maxUses }) => (maxUses === null ? uses : `${uses} of ${maxUses}`),
        ...discountColumns,
      },
      'This store has no coupons.',
    ),
  )
}
