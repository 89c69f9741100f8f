import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }
/** A status with a body, or a function that writes the response itself. */
export type ScriptedResponse =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | ((response: ServerResponse, request: ReceivedRequest) => void)

/** Starts a server that sends these responses in order and repeats the last one. It stops after the test. */
export async function serveResponses(...script: ScriptedResponse[]) {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const received = { method, path: url, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
      requests.push(received)
      respond(script[Math.min(requests.length, script.length) - 1] ?? {}, response, received)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(close)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, requests, options: { url, key: KEY }, close }
}

function respond(scripted: ScriptedResponse, response: ServerResponse, received: ReceivedRequest): void {
  if (typeof scripted === 'function') {
    scripted(response, received)
    return
  }
  const { status = 200, body = {}, headers = {} } = scripted
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

export const KEY = 'qm_test_0123456789abcdefghijklmnop'

export const STORE = {
  id: 'sto_1',
  name: 'Vale ⚔ Store',
  plan: 'BASIC',
  expirationDate: '2099-12-31T23:59:59.000Z',
  url: 'vale.example',
}

export const PRODUCT = { id: 'prd_1', name: 'VIP', price: 19.9, quantity: 1, commands: ['addvip {userId} gold'] }

export const QUEUED_COMMAND = {
  id: 'cmd_1',
  storeId: 'sto_1',
  gameUserId: 'steve-42',
  checkoutId: 'chk_1',
  deliveryType: 'APPROVE',
}

export const DELIVERY = {
  id: 'cmd_1',
  checkoutId: 'chk_1',
  gameUserId: 'steve-42',
  deliveryType: 'APPROVE',
  products: [PRODUCT],
  attempt: 1,
  done: 0,
  repeatable: false,
  conditions: { online: true, delaySeconds: 0, freeSlots: 0 },
}

export function problem(status: number, code: string): { status: number; body: object } {
  const body = { type: `urn:quartermaster:problem:${code}`, title: code, status, detail: `about ${code}`, code }
  return { status, body: { ...body, requestId: 'req_7' } }
}
