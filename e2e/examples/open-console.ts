import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** `refuse`: the game says no. `cut`: it runs, and nobody hears of it. */
export type ConsoleAnswer = 'ok' | 'refuse' | 'cut'

/** A console that answers: commands come by POST, and each that ran is kept. */
export async function openConsole(respond: (command: string) => ConsoleAnswer) {
  const ran: string[] = []

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const command = await text(request)
    const answer = respond(command)
    if (answer !== 'refuse') ran.push(command)
    if (answer === 'cut') response.destroy()
    else response.writeHead(answer === 'ok' ? 200 : 422).end(answer === 'ok' ? 'Given' : 'No such item')
  }

  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function close(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  return { url: `http://127.0.0.1:${port}`, ran, close }
}
