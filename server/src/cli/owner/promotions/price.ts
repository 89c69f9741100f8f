import type { Manage } from '@quartermaster/sdk'
import type { Command } from 'commander'
import { addCommand } from '../../add-command.ts'
import { collect, parseItem } from '../../parse-option.ts'
import { formatAmount, formatTable } from '../../print.ts'
import { callStoreApi } from '../owner-command.ts'

type Price = { product: ReturnType<typeof parseItem>[]; code?: string; player?: string }

export function addPriceCommand(program: Command): void {
  const command = addCommand(
    program,
    'price',
    'explain what a purchase would cost now, line by line; nothing is sold or reserved',
    '--store sto_… --product prd_…:2 --product prd_… --code SUMMER10',
  )
    .requiredOption('--product <id[/variant][:quantity]>', 'what would be bought; can be repeated', collect(parseItem))
    .option('--code <text>', 'a coupon, or the code of a creator')
    .option('--player <id>', 'the player who would buy it')
  callStoreApi<Price>(command, async ({ manage, storeId }, { product, code, player }) => {
    const preview = await manage.previewPrice({
      storeId,
      items: product,
      ...(code !== undefined && { code }),
      ...(player !== undefined && { gameUserId: player }),
    })
    return { json: preview, text: explain(preview) }
  })
}

type Line = Omit<Manage.PricePreview['lines'][number], 'lineNo' | 'productId' | 'variantId' | 'saleId'>

function explain({ currency, refusals, lines, total }: Manage.PricePreview): string {
  if (refusals.length > 0) {
    const reasons = refusals.map(({ reason, lineNo }) => (lineNo === null ? reason : `${reason} (line ${lineNo})`))
    return `This cannot be bought: ${reasons.join(', ')}.`
  }
  const money = (minor: number) => (minor === 0 ? '-' : formatAmount(minor, currency))
  const off = (minor: number) => money(minor && -minor)
  const rows: Line[] = [...lines, { ...total, name: 'Total', quantity: lines.reduce((sum, l) => sum + l.quantity, 0) }]
  return formatTable(rows, {
    product: ({ name }) => name,
    quantity: ({ quantity }) => quantity,
    'list price': ({ listMinor }) => money(listMinor),
    'upgrade credit': ({ upgradeCreditMinor }) => off(upgradeCreditMinor),
    sale: ({ saleMinor }) => off(saleMinor),
    code: ({ codeMinor }) => off(codeMinor),
    'gift card': ({ giftCardMinor }) => off(giftCardMinor),
    'to pay': ({ paidMinor }) => formatAmount(paidMinor, currency),
    'tax included': ({ taxMinor }) => money(taxMinor),
    "creator's share": ({ creatorShareMinor }) => money(creatorShareMinor),
  })
}
