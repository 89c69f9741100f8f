import { type Command, InvalidArgumentError } from 'commander'
import { AppError } from '../../errors.ts'
import { ALL_PLANS, LIMIT_NAMES, type LimitName, listLimits, setLimit } from '../../stores/limits.ts'
import { addCommand } from '../add-command.ts'
import { listOutput, print } from '../print.ts'
import { withDatabase } from './with-database.ts'

type Set = { name: LimitName; plan: string; max?: number; remove?: boolean; json?: boolean }

export function addLimitCommands(program: Command): void {
  const group = program.command('limit').description('limit how many stores, servers and so on there can be')

  addCommand(group, 'list', 'list the limits', '')
    .option('--json', 'print the result as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const limits = await withDatabase(({ accounts }) => listLimits(accounts))
      const columns = {
        limit: ({ name }: (typeof limits)[number]) => name,
        plan: ({ plan }: (typeof limits)[number]) => (plan === ALL_PLANS ? 'all' : plan),
        maximum: ({ maximum }: (typeof limits)[number]) => String(maximum),
      }
      print(listOutput(limits, columns, 'There are no limits.'), json)
    })

  addCommand(
    group,
    'set',
    'change a limit for all plans, or for one plan',
    '--name stores --max 10',
    '--name servers --plan ADVANCED --max 5000',
    '--name servers --plan ADVANCED --remove',
  )
    .requiredOption('--name <limit>', `one of ${LIMIT_NAMES.join(', ')}`, parseName)
    .option('--plan <plan>', 'only for stores on this plan', ALL_PLANS)
    .option('--max <number>', 'the limit', parseMaximum)
    .option('--remove', 'the plan gets the limit of all plans again')
    .option('--json', 'print the result as JSON')
    .action(async ({ name, plan, max, remove, json }: Set) => {
      if ((max === undefined) !== (remove === true))
        throw new AppError('invalid_request', 'Use either --max or --remove')
      const maximum = max ?? null
      await withDatabase(({ accounts }) => setLimit(accounts, { plan, name, maximum }))
      print({ json: { plan, name, maximum }, text: 'The limit applies from now on. Nothing is removed.' }, json)
    })
}

function parseName(text: string): LimitName {
  const name = LIMIT_NAMES.find((known) => known === text)
  if (name === undefined) throw new InvalidArgumentError(`Use one of ${LIMIT_NAMES.join(', ')}.`)
  return name
}

function parseMaximum(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Use a whole number.')
  return Number(text)
}
