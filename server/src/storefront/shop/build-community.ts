import { avatarUrl } from '../avatar.ts'
import type { LiveFacts } from './live-facts.ts'
import type { Shop } from './shop.ts'
import type { GoalView, HomeView, SupporterView } from './shop-view.ts'

const DAY_MS = 86_400_000

/** What the home page shows about players and sales, if the owner wants it. */
export function buildCommunity(
  { store }: Shop,
  live: LiveFacts,
  now: Date,
): Pick<HomeView, 'recent' | 'goal' | 'supporter' | 'supporters'> {
  const supporters = store.showsSupporter
    ? live.supporters.map((each) => toSupporter(each, store.showsSupporterAmount))
    : []
  return {
    recent: store.showsRecent ? live.recent : [],
    goal: buildGoal(store.goal, live.goal, now),
    supporter: supporters[0] ?? null,
    supporters,
  }
}

function buildGoal(goal: Shop['store']['goal'], facts: LiveFacts['goal'], now: Date): GoalView | null {
  const left = facts ? facts.endsAt.getTime() - now.getTime() : 0
  if (!goal || !facts || left <= 0) return null
  return {
    name: goal.title,
    reached: facts.sold,
    target: goal.amount,
    percent: Math.floor((facts.sold / goal.amount) * 100),
    days_left: Math.ceil(left / DAY_MS),
  }
}

function toSupporter({ player, paid }: LiveFacts['supporters'][number], showsAmount: boolean): SupporterView {
  return { name: player, avatar: avatarUrl(player), paid: showsAmount ? paid : null }
}
