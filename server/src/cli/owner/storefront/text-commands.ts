import type { Command } from 'commander'
import { addCommand } from '../../add-command.ts'
import { listOutput } from '../../print.ts'
import { callStoreApi } from '../owner-command.ts'

type OnText = { locale: string; key: string }

const KEY_EXAMPLE = '--store sto_… --locale en --key home.recent'

export function addTextCommands(group: Command): void {
  const list = addCommand(
    group,
    'list-texts',
    'list the texts of the pages in a language, by their keys',
    '--store sto_… --locale pt-BR --own',
  )
  addLocale(list).option('--own', 'only those that you have replaced')
  callStoreApi<{ locale: string; own?: boolean }>(list, async ({ manage, storeId }, { locale, own = false }) => {
    const { texts } = await manage.listStorefrontTexts({ storeId, locale })
    return listOutput(
      texts.filter(({ override }) => !own || override !== null),
      { key: ({ key }) => key, text: ({ text, override }) => override ?? text },
      'This store has no texts of its own in this language.',
    )
  })

  const set = addCommand(group, 'set-text', 'replace a text of the pages', `${KEY_EXAMPLE} --text "Latest heroes"`)
  addKey(set).requiredOption('--text <text>', 'the new text, with the values in braces that the old one has')
  callStoreApi<OnText & { text: string }>(set, async ({ manage, storeId }, { locale, key, text }) => ({
    json: await manage.setStorefrontText({ storeId, locale, key, text }),
    text: `Replaced ${key}.`,
  }))

  const remove = addCommand(group, 'reset-text', 'return to our text', KEY_EXAMPLE)
  addKey(remove)
  callStoreApi<OnText>(remove, async ({ manage, storeId }, { locale, key }) => {
    await manage.removeStorefrontText({ storeId, locale, key })
    return { json: { locale, key }, text: `${key} is our text again.` }
  })
}

function addLocale(command: Command): Command {
  return command.requiredOption('--locale <name>', 'the language: en, pt-BR or es')
}

function addKey(command: Command): Command {
  return addLocale(command).requiredOption('--key <key>', 'the text, as `list-texts` names it')
}
