import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { type WebhookResponse, sendWebhook } from '../../src/webhooks/sending/send-webhook.ts'
import { makeCertificate } from './make-certificate.ts'
import { LOCAL } from './webhook-world.ts'

const HEADERS = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' }

/** A receiver with a certificate for shop.example; `trusted` decides whether this process believes it. */
async function startEncrypted({ trusted }: { trusted: boolean }) {
  const { cert, key } = makeCertificate('shop.example')
  const seen: { name: string | false | null; host: string | undefined }[] = []
  const server = createServer({ cert, key, SNICallback: undefined }, (request, response) => {
    const { servername } = request.socket as unknown as { servername: string | false }
    seen.push({ name: servername, host: request.headers.host })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const before = getCACertificates('default')
  if (trusted) setDefaultCACertificates([...before, cert])
  onTestFinished(async () => {
    setDefaultCACertificates(before)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { seen, port: (server.address() as AddressInfo).port }
}

function send(url: string): Promise<WebhookResponse> {
  const resolve = async () => ['127.0.0.1']
  return sendWebhook(
    { url, headers: HEADERS, body: '{}', stop: new AbortController().signal },
    { resolve, allowed: LOCAL, timeoutMs: 2_000 },
  )
}

test('the connection goes to the address that was looked at, and asks there for the host by its name', async () => {
  const { seen, port } = await startEncrypted({ trusted: true })
  expect(await send(`https://shop.example:${port}/`)).toEqual({ status: 204, retryAfter: undefined })
  expect(seen).toEqual([{ name: 'shop.example', host: `shop.example:${port}` }])
})

test('a receiver that cannot prove who it is gets nothing', async () => {
  const { seen, port } = await startEncrypted({ trusted: true })
  expect(await send(`https://other.example:${port}/`)).toEqual({ error: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  expect(await send(`https://127.0.0.1:${port}/`)).toEqual({ error: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  expect(seen).toEqual([])
})

test('a certificate that nobody vouches for is not believed', async () => {
  const { seen, port } = await startEncrypted({ trusted: false })
  expect(await send(`https://shop.example:${port}/`)).toEqual({ error: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(seen).toEqual([])
})
