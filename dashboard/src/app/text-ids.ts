import type account from '../../locales/en/account.json'
import type everywhere from '../../locales/en/everywhere.json'
import type list from '../../locales/en/list.json'
import type problems from '../../locales/en/problems.json'
import type settings from '../../locales/en/settings.json'
import type shell from '../../locales/en/shell.json'

/** One line for each file, so that two branches can add one. */
// prettier-ignore
export type TextId = keyof (
  & typeof account
  & typeof everywhere
  & typeof list
  & typeof problems
  & typeof settings
  & typeof shell
)
