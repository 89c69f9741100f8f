import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../kit/game/listen.ts'

/** `refuse`: the game rejects the command. `cut`: the command runs, but the connection closes without a response. */
export type ConsoleAnswer = 'ok' | 'refuse' | 'cut'

/** A console over HTTP that responds to commands and records those that ran. */
export async function openConsole(respond: (command: string) => ConsoleAnswer) {
  const ran: string[] = []

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const command = await text(request)
    const answer = respond(command)
    if (answer !== 'refuse') ran.push(command)
    if (answer === 'cut') response.destroy()
    else response.writeHead(answer === 'ok' ? 200 : 422).end(answer === 'ok' ? 'Given' : 'No such item')
  }

  const server = await listen((request, response) => void serve(request, response))
  return { ...server, ran }
}
