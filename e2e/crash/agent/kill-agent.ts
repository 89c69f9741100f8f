import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../kit/random.ts'
import type { AgentProcess } from './agent-process.ts'
import type { ConsoleEvent, CountingConsole } from './counting-console.ts'

type Parts = {
  agent: AgentProcess
  game: CountingConsole
  kills: number
  random: Random
  /** Kills go on until this returns true, too. */
  isEnough: () => boolean
  /** Called between the kills. */
  between: () => Promise<void>
  onKill: () => void
}

const EVENTS: ConsoleEvent[] = ['arrived', 'executed', 'answered']
const MAX_WAIT_MS = 4_000
/** The process is loaded, so it begins to work after about this time. */
const START_MS = 120

/**
 * Kills the agent at its start, at any time, at the very moment when a command has arrived, has run or was answered, or
 * just after that.
 */
export async function killAgent({ agent, game, kills, isEnough, random, between, onKill }: Parts): Promise<void> {
  const killAtEvent = createEventKill(game, agent)
  for (let done = 0; done < kills || !isEnough();) {
    await between()
    const time = random.pick(['start', 'any', 'event', 'event', 'event', 'after'] as const)
    if (time === 'start') await sleep(random.between(0, START_MS))
    if (time === 'any') await sleep(random.between(START_MS, 5 * START_MS))
    const isKilled =
      time === 'event'
        ? await killAtEvent(random.pick(EVENTS), random.integer(0, 5), 0)
        : time === 'after'
          ? await killAtEvent('answered', random.integer(0, 5), random.between(0, 8))
          : agent.kill()
    if (!isKilled) continue
    done++
    onKill()
  }
}

/** Kills inside the handler of the console, so that the agent executes nothing in between. */
function createEventKill({ onEvent }: CountingConsole, agent: AgentProcess) {
  return (wanted: ConsoleEvent, skip: number, afterMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      let left = skip
      const finish = (isKilled: boolean) => {
        clearTimeout(timer)
        onEvent(() => false)
        resolve(isKilled)
      }
      // If no such event comes, the agent is killed anyway.
      const timer = setTimeout(() => finish(agent.kill()), MAX_WAIT_MS)
      onEvent((event) => {
        if (event !== wanted || left-- > 0) return false
        if (afterMs > 0) {
          onEvent(() => false)
          setTimeout(() => finish(agent.kill()), afterMs)
          return false
        }
        const isKilled = agent.kill()
        finish(isKilled)
        return isKilled
      })
    })
}
