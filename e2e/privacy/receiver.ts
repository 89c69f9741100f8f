import { once } from 'node:events'
import { createServer } from 'node:http'

export type Receiver = { url: string; bodies: string[]; open: () => Promise<void>; close: () => Promise<void> }

/** Takes webhooks at a port of 127.0.0.1, from the moment it is opened. */
export function makeReceiver(port: number): Receiver {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(204).end()
    })
  })
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    bodies,
    async open() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    async close() {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
