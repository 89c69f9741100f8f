import { createGamesClient } from '@quartermaster/sdk'

/** Checks that the server still works after all messages: it dispatches a purchase until the client reports it. */
export async function checkServing(
  url: string,
  { key, deliveryIds }: { key: string; deliveryIds: string[] },
): Promise<string[]> {
  const client = createGamesClient({ url, key, retries: 0 })
  const poll = async () => (await client.pendingCommands()).map(({ id }) => id).join()
  try {
    await client.init({ serverPort: 30_120 })
    if ((await poll()) !== deliveryIds.join()) return ['at the end, a purchase is not dispatched']
    for (const id of deliveryIds) await client.markAsProcessed(id)
    return (await poll()) === '' ? [] : ['at the end, a reported delivery is still dispatched']
  } catch (error) {
    return [`at the end, a call fails: ${error instanceof Error ? error.message : String(error)}`]
  }
}
