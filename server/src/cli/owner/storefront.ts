import type { Command } from 'commander'
import type { Manage } from '@quartermaster/sdk'
import { BUILT_IN_THEMES, type BuiltInTheme } from '../../themes/built-in-themes.ts'
import { addCommand, choice } from '../add-command.ts'
import { orNone, parseCount } from '../parse-option.ts'
import { listOutput } from '../print.ts'
import { addSignInCommands } from './sign-ins/sign-in.ts'
import { addGoalOptions, type GoalOptions, readGoal } from './storefront/goal-options.ts'
import { addTextCommands } from './storefront/text-commands.ts'
import { callStoreApi } from './owner-command.ts'
import { readJson, readText } from './catalog/page-options.ts'
import { parseHash } from './catalog/picture.ts'

type Update = GoalOptions & {
  file?: string
  logo?: string
  banner?: string
  join?: string
  theme?: BuiltInTheme
  open?: boolean
  close?: boolean
  message?: string
}
type Page = { slug: string; title: string; file: string; position?: number }

export function addStorefrontCommands(program: Command): void {
  const group = program.command('storefront').description('change what the pages of a store show')

  addSignInCommands(group)
  addTextCommands(group)

  const show = addCommand(group, 'show', 'show the settings of the storefront', '--store sto_…')
  callStoreApi(show, async ({ manage, storeId }) => toOutput(await manage.getStorefront({ storeId })))

  const update = addCommand(
    group,
    'update',
    'change the storefront; fields that you omit do not change',
    '--store sto_… --file storefront.json',
    '--store sto_… --theme gala',
    '--store sto_… --close --message "Back on Sunday"',
    '--store sto_… --goal 2000 --goal-title "The Northern Isles map"',
  )
    .option('--file <path>', 'a JSON file with the fields to change, as `storefront show --json` prints them')
    .option(
      '--logo <hash>',
      'the picture of the store, also in the tab of the browser; "none" means no logo',
      orNone(parseHash),
    )
    .option('--banner <hash>', 'the wide picture of the home page; "none" means no banner', orNone(parseHash))
    .option('--join <address>', 'what players type to join the game; "none" means no address')
    .addOption(choice('--theme <name>', 'a built-in theme, which replaces your own one', BUILT_IN_THEMES))
    .option('--open', 'open the storefront')
    .option('--close', 'close the storefront')
    .option('--message <text>', 'what a closed storefront says')
  addGoalOptions(update)
  callStoreApi<Update>(
    update,
    async ({ manage, storeId }, { file, logo, banner, join, theme, open, close, message, ...goal }) => {
      const fields = file === undefined ? {} : withoutFixedFields(await readJson(file))
      const changes = {
        ...fields,
        ...(logo !== undefined && { logo: logo === 'none' ? null : logo }),
        ...(banner !== undefined && { banner: banner === 'none' ? null : banner }),
        ...(join !== undefined && { joinAddress: join === 'none' ? null : join }),
        ...(await readGoal(goal, async () => (await manage.getStore({ storeId })).currency)),
        ...(theme !== undefined && { theme }),
        ...((open ?? close) && { isOpen: close !== true }),
        ...(message !== undefined && { texts: { ...fields.texts, closedMessage: message } }),
      }
      return toOutput(await manage.updateStorefront({ storeId, ...changes }, { ifMatch: '*' }))
    },
  )

  const list = addCommand(group, 'list-pages', 'list your own pages', '--store sto_…')
  callStoreApi(list, async ({ manage, storeId }) =>
    listOutput(
      (await manage.listStorefrontPages({ storeId })).items,
      { page: ({ slug }) => `/pages/${slug}`, title: ({ title }) => title, position: ({ position }) => position },
      'This store has no pages of its own yet.',
    ),
  )
  const save = addCommand(
    group,
    'save-page',
    'create or replace a page of your own',
    '--store sto_… --slug rules --title Rules --file rules.md',
  )
    .requiredOption('--slug <text>', 'the readable part of its address, such as rules')
    .requiredOption('--title <text>', 'its title')
    .requiredOption('--file <path>', 'a file with its text in Markdown')
    .option('--position <n>', 'its place in the list of pages, lowest first', parseCount)
  callStoreApi<Page>(save, async ({ manage, storeId }, { slug, title, file, position }) => {
    const body = await readText(file)
    const page = { storeId, slug, title, body, ...(position !== undefined && { position }) }
    return { json: await manage.saveStorefrontPage(page), text: `Saved the page /pages/${slug}.` }
  })
  const remove = addCommand(group, 'delete-page', 'delete a page of your own', '--store sto_… --slug rules')
  remove.requiredOption('--slug <text>', 'the readable part of its address, such as rules')
  callStoreApi<{ slug: string }>(remove, async ({ manage, storeId }, { slug }) => {
    await manage.deleteStorefrontPage({ storeId, slug })
    return { json: { slug }, text: `Deleted the page /pages/${slug}.` }
  })
}

/** So that the output of `show` can be changed and sent back. */
type Changes = NonNullable<Manage.UpdateStorefrontData['body']>

function withoutFixedFields(json: unknown): Changes {
  const {
    revision: _revision,
    version: _version,
    updatedAt: _updatedAt,
    themeVersion = null,
    theme,
    ...fields
  } = json as Changes & Partial<Pick<Manage.Storefront, 'revision' | 'version' | 'updatedAt' | 'themeVersion'>>
  // A built-in theme would replace the published one.
  return { ...fields, ...(theme !== undefined && themeVersion === null && { theme }) }
}

function toOutput(storefront: Manage.Storefront) {
  const { texts, locales, timeZone, isOpen } = storefront
  const text = `${texts.title || 'The storefront'} is ${isOpen ? 'open' : 'closed'}. Languages: ${locales.join(', ')}. Time zone: ${timeZone}.`
  return { json: storefront, text }
}
