import type { Command } from 'commander'
import type { Manage } from '@quartermaster/sdk'
import { addCommand } from '../../add-command.ts'
import { orNone, parseIdOf } from '../../parse-option.ts'
import { listOutput } from '../../print.ts'
import { callStoreApi } from '../owner-command.ts'
import { addPageOptions, type PageOptions, readJson, toPageFields } from './page-options.ts'
import { parseHash } from './picture.ts'
import { readAll } from '../store-client.ts'

type Fields = PageOptions & { name?: string; picture?: string; comparisonFile?: string }

export function addCategoryCommands(program: Command): void {
  const group = program.command('category').description('group the products of a store')

  const create = addCommand(group, 'create', 'create a category', '--store sto_… --name Ranks --position 1')
  create.requiredOption('--name <text>', 'the name that players see')
  callStoreApi<Fields & { name: string }>(addFieldOptions(create), async ({ manage, storeId }, options) => {
    const category = await manage.createCategory({ storeId, name: options.name, ...(await toFields(options)) })
    return { json: category, text: `Created the category ${category.id} (slug: ${category.slug}).` }
  })

  const update = addCommand(
    group,
    'update',
    'change a category; options that you omit do not change it',
    '--store sto_… --category cat_… --description-file ranks.md',
  )
    .requiredOption('--category <id>', 'the category', parseIdOf('cat'))
    .option('--name <text>', 'the name that players see')
  callStoreApi<Fields & { category: string }>(addFieldOptions(update), async ({ manage, storeId }, options) => {
    const { name, category: categoryId } = options
    const changes = { ...(name !== undefined && { name }), ...(await toFields(options)) }
    const category = await manage.updateCategory({ storeId, categoryId, ...changes }, { ifMatch: '*' })
    return { json: category, text: `Saved the category ${category.id}.` }
  })

  const remove = addCommand(group, 'delete', 'delete a category; its products remain', '--store sto_… --category cat_…')
  remove.requiredOption('--category <id>', 'the category', parseIdOf('cat'))
  callStoreApi<{ category: string }>(remove, async ({ manage, storeId }, { category: categoryId }) => {
    const deleted = await manage.deleteCategory({ storeId, categoryId })
    return {
      json: deleted,
      text: `Deleted the category. Products without a category now: ${deleted.uncategorizedProducts}.`,
    }
  })

  const list = addCommand(group, 'list', 'list the categories of a store', '--store sto_…')
  callStoreApi(list, async ({ manage, storeId }) =>
    listOutput(
      await readAll(manage.listCategories.each({ storeId, limit: 200 })),
      {
        category: ({ id }) => id,
        name: ({ name }) => name,
        slug: ({ slug }) => slug,
        position: ({ position }) => position,
      },
      'This store has no categories yet.',
    ),
  )
}

function addFieldOptions(command: Command): Command {
  return addPageOptions(command)
    .option('--picture <hash>', 'its picture; "none" means no picture', orNone(parseHash))
    .option(
      '--comparison-file <path>',
      'a JSON file with the rows of the comparison: [{"label": "Homes", "values": [{"productId": "prd_…", "value": "3"}]}]',
    )
}

async function toFields(options: Fields) {
  const { comparisonFile, picture } = options
  return {
    ...(await toPageFields(options)),
    ...(picture !== undefined && { picture: picture === 'none' ? null : picture }),
    ...(comparisonFile !== undefined && {
      comparison: (await readJson(comparisonFile)) as Manage.Category['comparison'],
    }),
  }
}
