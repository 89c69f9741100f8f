import { AppError } from '../../errors.ts'
import type { Translations } from '../../locales.ts'
import { requireMinor } from '../../money.ts'
import { requireLine } from '../../text.ts'
import { checkTranslations } from '../../texts/check-translations.ts'

/** What the store wants to sell in a period, in minor units of its currency. */
export type Goal = {
  title: string
  translations: Translations<{ title: string }>
  amountMinor: number
  /** The first and the last day in the time zone of the store. Null: the goal begins again every month. */
  startsOn: string | null
  endsOn: string | null
}

export type GoalInput = Pick<Goal, 'title' | 'amountMinor'> & Partial<Goal>

/** The sales of all these days are added up again and again. */
const MAX_DAYS = 100
const DAY_MS = 86_400_000

const TEXTS = { title: (text: string) => requireLine('The title of the goal', text, { max: 100 }) }

export function requireGoal({ title, amountMinor, translations, startsOn, endsOn }: GoalInput): Goal {
  if (requireMinor(amountMinor) === 0) throw new AppError('invalid_request', 'The amount of a goal must be more than 0')
  return {
    title: TEXTS.title(title),
    translations: checkTranslations(translations ?? {}, TEXTS),
    amountMinor,
    ...requireDays(startsOn ?? null, endsOn ?? null),
  }
}

function requireDays(startsOn: string | null, endsOn: string | null): Pick<Goal, 'startsOn' | 'endsOn'> {
  if (startsOn === null && endsOn === null) return { startsOn, endsOn }
  if (startsOn === null || endsOn === null)
    throw new AppError('invalid_request', 'Give both days of a goal, or none for a goal of every month')
  const days = (dayOf(endsOn) - dayOf(startsOn)) / DAY_MS + 1
  if (days >= 1 && days <= MAX_DAYS) return { startsOn, endsOn }
  throw new AppError('invalid_request', `A goal ends on the day it starts or later, and lasts at most ${MAX_DAYS} days`)
}

function dayOf(text: string): number {
  const time = Date.parse(`${text}T00:00:00Z`)
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
  if (isDay && text >= '2000') return time
  throw new AppError('invalid_request', `"${text}" is not a day. Use one like 2026-12-31`)
}
