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

/** Queries a payment at a server. */
function queryAt(apiUrl: URL, requestTimeoutMs?: number): Promise<unknown> {
  const provider = createMercadopago({ apiUrl, ...(requestTimeoutMs !== undefined && { requestTimeoutMs }) })
  return provider.connect({ accessToken, webhookSecret }).queryPayment({ paymentRef: '1' })
}

test('a server that cannot be reached is unavailable', async () => {
  await expect(queryAt(new URL('http://127.0.0.1:1'))).rejects.toMatchObject({ code: 'provider_unavailable' })
})

test('a malformed response is an error', async () => {
  for (const body of ['', 'null', '[]', '{}', '<html>', '{"id":1,"status":"approved"}', '{"id":1,"status":7}']) {
    const apiUrl = await serve((_, response) => response.end(body))
    await expect(queryAt(apiUrl), body).rejects.toMatchObject({ code: 'provider_unavailable' })
  }
})

test('concurrent calls to two servers do not mix, and the global address does not change', async () => {
  const firstPaths: string[] = []
  const secondPaths: string[] = []
  const createCallTo = async (paths: string[]) => {
    const apiUrl = await serve((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(404).end('{}')
    })
    return createMercadopagoCall({ accessToken, apiUrl })
  }
  const first = await createCallTo(firstPaths)
  const second = await createCallTo(secondPaths)
  const ids = Array.from({ length: 10 }, (_, id) => id)
  const read = ({ find }: MercadopagoCall, id: number) =>
    find('read a payment', (config) => new Payment(config).get({ id }))
  const reads = ids.flatMap((id) => [read(first, id), read(second, 100 + id)])
  expect(AppConfig.BASE_URL).toBe('https://api.mercadopago.com')
  await Promise.all(reads)
  expect(firstPaths.sort()).toEqual(ids.map((id) => `/v1/payments/${id}`))
  expect(secondPaths.sort()).toEqual(ids.map((id) => `/v1/payments/${100 + id}`))
})

test('failed calls are not retried automatically', async () => {
  let calls = 0
  const apiUrl = await serve((_, response) => {
    calls++
    response.writeHead(503).end('{}')
  })
  await expect(queryAt(apiUrl)).rejects.toMatchObject({ code: 'provider_unavailable' })
  expect(calls).toBe(1)
})

test.each([408, 409, 423, 424])('status %i is temporary', async (status) => {
  const apiUrl = await serve((_, response) => response.writeHead(status).end('{}'))
  await expect(queryAt(apiUrl)).rejects.toMatchObject({ code: 'provider_unavailable' })
})

test('the error has the retry-after time of MercadoPago', async () => {
  const apiUrl = await serve((_, response) => response.writeHead(429, { 'retry-after': '7' }).end('{}'))
  await expect(queryAt(apiUrl)).rejects.toMatchObject({ code: 'provider_unavailable', retryAfter: 7 })
})

test('an access token in a response does not appear in the error', async () => {
  for (const status of [400, 401, 403, 422, 500]) {
    const apiUrl = await serve((request, response) => {
      const { authorization } = request.headers
      response.writeHead(status).end(JSON.stringify({ message: `No: ${authorization}`, error: authorization }))
    })
    const error: unknown = await queryAt(apiUrl).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'AppError' })
    expect(inspect(error, { depth: 8, showHidden: true })).not.toContain(accessToken)
  }
})
