import { type Context } from 'liquidjs'

type Limiter = Context['renderLimit']

/**
 * Ends a rendering after this much CPU time of the process. Liquid would count the time on the clock, so that pages would fail on a
 * busy machine. CPU time is read only when as much time has passed on the clock.
 */
export function createCpuLimit(limitMs: number): Limiter {
  const startedAt = usedMs()
  let nextCheckAt = performance.now() + limitMs
  const limit = {
    use: () => undefined,
    check(now: number) {
      if (now < nextCheckAt) return
      const left = startedAt + limitMs - usedMs()
      if (left < 0) throw new Error('template render limit exceeded')
      nextCheckAt = now + left
    },
  }
  return limit as unknown as Limiter
}

function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
