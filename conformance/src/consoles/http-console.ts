import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { World } from '../harness/scenario-state.ts'

type Call = { text: string; query: string | null; headers: IncomingHttpHeaders }

/** One call is one command: a text as the body, `{"command": …}`, or `?command=`. 422 means that the game does not know it. */
export async function answerConsole(world: World, call: Call, response: ServerResponse): Promise<void> {
  const command = call.query ?? readCommand(call)
  const answer = world.console.record(command, 'http')
  if (answer === 'die') await world.killClient()
  if (answer === 'die' || answer === 'cut') return void response.destroy()
  const [status, text] = answer === 'unknown' ? [422, 'Unknown command'] : [200, 'ok']
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
}

function readCommand({ text, headers }: Call): string {
  if (!headers['content-type']?.includes('json')) return text
  try {
    const { command } = JSON.parse(text) as { command?: unknown }
    return typeof command === 'string' ? command : text
  } catch {
    return text
  }
}
