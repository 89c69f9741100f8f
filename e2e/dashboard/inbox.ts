import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Defer } from '../kit/run-harness.ts'
import { waitUntil } from '../kit/wait-until.ts'

const TIMEOUT_MS = 60_000

export type Inbox = { url: string; waitForLink: (address: string, path: string) => Promise<string> }

/** A real SMTP server. It keeps the links that it receives. */
export async function startInbox(defer: Defer): Promise<Inbox> {
  const mails: { to: string; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        mails.push({ to, text: decodeQuotedPrintable(Buffer.concat(chunks).toString('utf8')) })
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = listening.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    async waitForLink(address, path) {
      const find = () => {
        const texts = mails.filter(({ to }) => to === address).map(({ text }) => text)
        return texts.map((text) => new RegExp(`https://\\S+${path}#token=\\S+`).exec(text)?.[0]).findLast(Boolean)
      }
      await waitUntil(() => find() !== undefined, { timeoutMs: TIMEOUT_MS })
      const link = find()
      if (link === undefined) throw new Error(`${address} received no link to ${path}`)
      return link
    },
  }
}

function decodeQuotedPrintable(text: string): string {
  return text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
