import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { Payment } from 'mercadopago'
import { AppConfig } from 'mercadopago/dist/utils/config/index.js'
import { expect, onTestFinished, test } from 'vitest'
import { createMercadopagoCall, type MercadopagoCall } from './mercadopago-request.ts'
import { createMercadopago } from './mercadopago.ts'

const accessToken = 'APP_USR-4410287713940012-061200-5d2c7f0be81a4966b3d1a7720c94e85f-77120099'
const webhookSecret = '3f0a9d5be2c84716a0d9e4b7c1f2a865d03b7e9142cf58a6be70d1934ac2f6e8'

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

/** Asks a server for a payment, and tells how that ended. */
function askAt(apiUrl: URL, requestTimeoutMs?: number): Promise<unknown> {
  const connection = createMercadopago({ apiUrl, ...(requestTimeoutMs !== undefined && { requestTimeoutMs }) })
  return connection.connect({ accessToken, webhookSecret }).queryPayment({ paymentRef: '1' })
}

test('an answer that begins and never ends is given up on in time', async () => {
  const apiUrl = await serve((_, response) => response.writeHead(200).write('{"id":'))
  await expect(askAt(apiUrl, 200)).rejects.toMatchObject({ code: 'provider_unavailable' })
})

test('a server that nobody reaches is away', async () => {
  await expect(askAt(new URL('http://127.0.0.1:1'))).rejects.toMatchObject({ code: 'provider_unavailable' })
})

test('an answer that is not what MercadoPago says is no payment', async () => {
  for (const body of ['', 'null', '[]', '{}', '<html>', '{"id":1,"status":"approved"}', '{"id":1,"status":7}']) {
    const apiUrl = await serve((_, response) => response.end(body))
    await expect(askAt(apiUrl), body).rejects.toMatchObject({ code: 'provider_unavailable' })
  }
})

test('accounts at two servers never meet, and the usual address stays what it was', async () => {
  const atLeft: string[] = []
  const atRight: string[] = []
  const callsAt = async (paths: string[]) => {
    const apiUrl = await serve((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(404).end('{}')
    })
    return createMercadopagoCall({ accessToken, apiUrl })
  }
  const left = await callsAt(atLeft)
  const right = await callsAt(atRight)
  const ids = Array.from({ length: 10 }, (_, id) => id)
  const ask = ({ find }: MercadopagoCall, id: number) =>
    find('look up a payment', (config) => new Payment(config).get({ id }))
  const asked = ids.flatMap((id) => [ask(left, id), ask(right, 100 + id)])
  expect(AppConfig.BASE_URL).toBe('https://api.mercadopago.com')
  await Promise.all(asked)
  expect(atLeft.sort()).toEqual(ids.map((id) => `/v1/payments/${id}`))
  expect(atRight.sort()).toEqual(ids.map((id) => `/v1/payments/${100 + id}`))
})

test('nothing is repeated behind our back', async () => {
  let calls = 0
  const apiUrl = await serve((_, response) => {
    calls++
    response.writeHead(503).end('{}')
  })
  await expect(askAt(apiUrl)).rejects.toMatchObject({ code: 'provider_unavailable' })
  expect(calls).toBe(1)
})

test.each([408, 409, 423, 424])('an answer of %i may become another one later', async (status) => {
  const apiUrl = await serve((_, response) => response.writeHead(status).end('{}'))
  await expect(askAt(apiUrl)).rejects.toMatchObject({ code: 'provider_unavailable' })
})

test('how long to wait is told when MercadoPago says so', async () => {
  const apiUrl = await serve((_, response) => response.writeHead(429, { 'retry-after': '7' }).end('{}'))
  await expect(askAt(apiUrl)).rejects.toMatchObject({ code: 'provider_unavailable', retryAfter: 7 })
})

test('an answer that repeats the access token does not bring it into an error', async () => {
  for (const status of [400, 401, 403, 422, 500]) {
    const apiUrl = await serve((request, response) => {
      const { authorization } = request.headers
      response.writeHead(status).end(JSON.stringify({ message: `No: ${authorization}`, error: authorization }))
    })
    const error: unknown = await askAt(apiUrl).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'AppError' })
    expect(inspect(error, { depth: 8, showHidden: true })).not.toContain(accessToken)
  }
})
