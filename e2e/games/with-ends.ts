import { type Ends, endAll } from '../kit/end-all.ts'

/** Runs what starts things, and ends all of them afterwards, the newest first, however it went. */
export async function withEnds<T>(run: (ends: Ends) => Promise<T>): Promise<T> {
  const ends: Ends = []
  try {
    return await run(ends)
  } finally {
    await endAll(ends)
  }
}
