import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** All components share one timer, because a list can have dozens of running times. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, to the step. The component is drawn again at each step. */
export function useNow(stepMs: number): number {
  const read = useCallback(() => Math.floor(Date.now() / stepMs) * stepMs, [stepMs])
  return useSyncExternalStore(subscribe, read)
}
