/** Work for the end of a run, the newest first. */
export type Ends = (() => unknown)[]

/** Runs all of it, even if some of it fails. */
export async function endAll(ends: Ends): Promise<void> {
  for (const end of ends) {
    try {
      await end()
    } catch (error) {
      console.error(error)
    }
  }
}
