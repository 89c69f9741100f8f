import type { Command } from 'commander'
import type { Manage } from '@quartermaster/sdk'
import { addCommand } from '../../add-command.ts'
import { parseIdOf } from '../../parse-option.ts'
import { listOutput } from '../../print.ts'
import { callStoreApi } from '../owner-command.ts'

type Fields = { name?: string; credit?: Manage.TierGroup['credit']; products?: string[] }

export function addTiersCommands(program: Command): void {
  const group = program.command('tiers').description('products that replace each other, such as ranks')

  const create = addCommand(
    group,
    'create',
    'create a group of tiers, the lowest first',
    '--store sto_… --name Ranks --products prd_…,prd_…',
  ).requiredOption('--name <text>', 'the name of the group')
  callStoreApi<Fields & { name: string }>(addFieldOptions(create), async ({ manage, storeId }, options) => {
    const { name, credit = 'full', products = [] } = options
    const created = await manage.createTierGroup({ storeId, name, credit, productIds: products })
    return { json: created, text: `Created the group ${created.id} with ${created.productIds.length} tiers.` }
  })

  const update = addCommand(
    group,
    'update',
    'change a group of tiers; options that you omit do not change it',
    '--store sto_… --group tgr_… --credit remaining_time',
  )
    .requiredOption('--group <id>', 'the group', parseIdOf('tgr'))
    .option('--name <text>', 'the name of the group')
  callStoreApi<Fields & { group: string }>(addFieldOptions(update), async ({ manage, storeId }, options) => {
    const { name, credit, products, group: tierGroupId } = options
    const changes = {
      ...(name !== undefined && { name }),
      ...(credit && { credit }),
      ...(products && { productIds: products }),
    }
    const saved = await manage.updateTierGroup({ storeId, tierGroupId, ...changes }, { ifMatch: '*' })
    return { json: saved, text: `Saved the group ${saved.id}.` }
  })

  const remove = addCommand(group, 'delete', 'delete a group; its products remain', '--store sto_… --group tgr_…')
  remove.requiredOption('--group <id>', 'the group', parseIdOf('tgr'))
  callStoreApi<{ group: string }>(remove, async ({ manage, storeId }, { group: tierGroupId }) => {
    await manage.deleteTierGroup({ storeId, tierGroupId })
    return { json: { id: tierGroupId }, text: 'Deleted the group. Its products remain.' }
  })

  const list = addCommand(group, 'list', 'list the groups of tiers of a store', '--store sto_…')
  callStoreApi(list, async ({ manage, storeId }) =>
    listOutput(
      (await manage.listTierGroups({ storeId })).items,
      {
        group: ({ id }) => id,
        name: ({ name }) => name,
        credit: ({ credit }) => credit,
        products: ({ productIds }) => productIds.join(' < '),
      },
      'This store has no tiers yet.',
    ),
  )
}

function addFieldOptions(command: Command): Command {
  return command
    .option('--credit <kind>', 'what an upgrade credits: full (default) or remaining_time')
    .option('--products <ids>', 'the products, separated by commas, the lowest tier first', parseProducts)
}

function parseProducts(text: string): string[] {
  return text.split(',').map((id) => parseIdOf('prd')(id.trim()))
}
