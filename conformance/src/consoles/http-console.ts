import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { ScenarioState } from '../harness/scenario-state.ts'

type ConsoleRequest = { text: string; query: string | null; headers: IncomingHttpHeaders }

/** One request is one command, as a text body, as `{"command": …}` or as `?command=`. Status 422 refuses it. */
export async function handleConsoleRequest(
  state: ScenarioState,
  request: ConsoleRequest,
  response: ServerResponse,
): Promise<void> {
  const consoleResponse = state.console.record(request.query ?? readCommand(request), 'http')
  if (consoleResponse === 'kill') await state.killClient()
  if (consoleResponse === 'kill' || consoleResponse === 'disconnect') return void response.destroy()
  const [status, text] = consoleResponse === 'refuse' ? [422, 'Unknown command'] : [200, 'ok']
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
}

function readCommand({ text, headers }: ConsoleRequest): string {
  if (!headers['content-type']?.includes('json')) return text
  try {
    const { command } = JSON.parse(text) as { command?: unknown }
    return typeof command === 'string' ? command : text
  } catch {
    return text
  }
}
