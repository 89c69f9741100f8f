import { useEffect, useState } from 'react'

/** The time, to the step. The component is drawn again at each step. */
export function useNow(stepMs: number): number {
  const read = () => Math.floor(Date.now() / stepMs) * stepMs
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.floor(Date.now() / stepMs) * stepMs), Math.min(stepMs, 1_000))
    return () => clearInterval(timer)
  }, [stepMs])
  return now
}
