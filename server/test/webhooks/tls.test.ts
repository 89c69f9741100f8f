import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { type WebhookResponse, sendWebhook } from '../../src/webhooks/sending/send-webhook.ts'
import { makeCertificate } from './make-certificate.ts'
import { LOOPBACK } from './start-webhook-store.ts'

const HEADERS = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' }

/** Starts an HTTPS receiver with a certificate for shop.example, and adds it to the trusted ones if `trusted`. */
async function startTlsReceiver({ trusted }: { trusted: boolean }) {
  const { cert, key } = makeCertificate('shop.example')
  const requests: { serverName: string | false | null; host: string | undefined }[] = []
  const server = createServer({ cert, key, SNICallback: undefined }, (request, response) => {
    const { servername } = request.socket as unknown as { servername: string | false }
    requests.push({ serverName: servername, host: request.headers.host })
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
  return { requests, port: (server.address() as AddressInfo).port }
}

function send(url: string): Promise<WebhookResponse> {
  const resolve = async () => ['127.0.0.1']
  return sendWebhook(
    { url, headers: HEADERS, body: '{}', stop: new AbortController().signal },
    { resolve, allowed: LOOPBACK, timeoutMs: 2_000 },
  )
}

test('the connection goes to the resolved address, with the host name in SNI and in the Host header', async () => {
  const { requests, port } = await startTlsReceiver({ trusted: true })
  expect(await send(`https://shop.example:${port}/`)).toEqual({ status: 204, retryAfter: undefined })
  expect(requests).toEqual([{ serverName: 'shop.example', host: `shop.example:${port}` }])
})

test('a receiver whose certificate is for another host gets no request', async () => {
  const { requests, port } = await startTlsReceiver({ trusted: true })
  expect(await send(`https://other.example:${port}/`)).toEqual({ error: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  expect(await send(`https://127.0.0.1:${port}/`)).toEqual({ error: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  expect(requests).toEqual([])
})

test('a receiver with an untrusted certificate gets no request', async () => {
  const { requests, port } = await startTlsReceiver({ trusted: false })
  expect(await send(`https://shop.example:${port}/`)).toEqual({ error: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(requests).toEqual([])
})
