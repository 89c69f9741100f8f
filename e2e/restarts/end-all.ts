/** What was started and has to end, the newest first. */
export type Ends = (() => unknown)[]

/** Ends everything, also when one of them cannot. */
export async function endAll(ends: Ends): Promise<void> {
  for (const end of ends) {
    try {
      await end()
    } catch (error) {
      console.error(error)
    }
  }
}
