import { type Command, InvalidArgumentError } from 'commander'
import type { ManageClient } from '@quartermaster/sdk'
import { parsePrice } from '../../../money.ts'

export type GoalOptions = { goal?: string; goalTitle?: string; goalFrom?: string; goalUntil?: string }

export function addGoalOptions(command: Command): void {
  command
    .option('--goal <amount>', 'what you want to sell every month, such as 2000; "none" removes the goal')
    .option('--goal-title <text>', 'what the home page says about the goal')
    .option('--goal-from <day>', 'for a goal that is not monthly: its first day, such as 2026-12-01')
    .option('--goal-until <day>', 'its last day')
}

type Goal = NonNullable<Parameters<ManageClient['updateStorefront']>[0]['goal']>

export async function readGoal(
  { goal, goalTitle, goalFrom, goalUntil }: GoalOptions,
  readCurrency: () => Promise<string>,
): Promise<{ goal?: Goal | null }> {
  if (goal === 'none') return { goal: null }
  if (goal === undefined && goalTitle === undefined && goalFrom === undefined && goalUntil === undefined) return {}
  if (goal === undefined || goalTitle === undefined)
    throw new InvalidArgumentError('A goal needs --goal and --goal-title.')
  const amountMinor = parsePrice(goal, await readCurrency())
  return { goal: { title: goalTitle, amountMinor, startsOn: goalFrom ?? null, endsOn: goalUntil ?? null } }
}
