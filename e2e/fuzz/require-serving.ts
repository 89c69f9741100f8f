import { PATHS } from './targets.ts'

/** After everything, a purchase must go the usual way: handed out, reported, gone. */
export async function requireServing(
  port: number,
  { key, deliveryIds }: { key: string; deliveryIds: string[] },
): Promise<string[]> {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as { checkouts?: { id: string }[] } }
  }
  const waiting = async () => (await call('GET', PATHS.poll)).body.checkouts?.map(({ id }) => id).join()

  const faults: string[] = []
  if ((await call('POST', PATHS.init, { serverPort: 30_120 })).status !== 200)
    faults.push('afterwards: init is refused')
  if ((await waiting()) !== deliveryIds.join()) faults.push('afterwards: a purchase is not handed out')
  for (const commandQueueId of deliveryIds) {
    const { status } = await call('POST', PATHS.report, { commandQueueId })
    if (status !== 200) faults.push(`afterwards: a report is answered with ${status}`)
  }
  if ((await waiting()) !== '') faults.push('afterwards: a reported element is still handed out')
  return faults
}
