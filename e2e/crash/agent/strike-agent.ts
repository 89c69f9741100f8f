import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../kit/random.ts'
import type { Struck } from '../storm.ts'
import type { AgentProcess } from './agent-process.ts'
import type { CountingConsole, Moment } from './counting-console.ts'

type Parts = {
  agent: AgentProcess
  game: CountingConsole
  kills: number
  random: Random
  /** Blows go on until this is so too. */
  isEnough: () => boolean
  /** Called between the blows. */
  between: () => Promise<void>
  onBlow: (struck: Struck) => void
}

const MOMENTS: Moment[] = ['arrived', 'executed', 'answered']
const LONGEST_WAIT_MS = 4_000
/** It stands loaded, so it begins to work after about this time. */
const BIRTH_MS = 120

/**
 * Kills the agent as often as asked: at its birth, anywhere in its life, and in the very moment in which a command has
 * arrived, has run or was answered, or a little after it.
 */
export async function strikeAgent({ agent, game, kills, isEnough, random, between, onBlow }: Parts): Promise<void> {
  const atMoment = createAim(game, agent)
  for (let blow = 0; blow < kills || !isEnough();) {
    await between()
    const aim = random.pick(['birth', 'life', 'moment', 'moment', 'moment', 'after'] as const)
    if (aim === 'birth') await sleep(random.between(0, BIRTH_MS))
    if (aim === 'life') await sleep(random.between(BIRTH_MS, 5 * BIRTH_MS))
    const struck =
      aim === 'moment'
        ? await atMoment(random.pick(MOMENTS), random.integer(0, 5), 0)
        : aim === 'after'
          ? await atMoment('answered', random.integer(0, 5), random.between(0, 8))
          : agent.kill()
    if (!struck) continue
    blow++
    onBlow({ kills: blow, dbKills: 0 })
  }
}

/** Strikes inside the console's own handling, so that not one instruction of the agent comes in between. */
function createAim({ onMoment }: CountingConsole, agent: AgentProcess) {
  return (wanted: Moment, skip: number, afterMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      let left = skip
      const finish = (struck: boolean) => {
        clearTimeout(timer)
        onMoment(() => false)
        resolve(struck)
      }
      // Nothing may come for a while; then the blow comes all the same.
      const timer = setTimeout(() => finish(agent.kill()), LONGEST_WAIT_MS)
      onMoment((moment) => {
        if (moment !== wanted || left-- > 0) return false
        if (afterMs > 0) {
          onMoment(() => false)
          setTimeout(() => finish(agent.kill()), afterMs)
          return false
        }
        const struck = agent.kill()
        finish(struck)
        return struck
      })
    })
}
