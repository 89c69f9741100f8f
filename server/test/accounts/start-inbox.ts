import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, vi } from 'vitest'

export type Mail = { to: string; from: string; subject: string; text: string; raw: string }

/** A real SMTP server that keeps what it is given. */
export async function startInbox({ port = 0 } = {}) {
  const mails: Mail[] = []
  /** What the next mails are refused with. */
  const refusals: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refusals.shift()
        if (refusal !== undefined) {
          done(Object.assign(new Error(refusal), { responseCode: 451 }))
          return
        }
        const raw = Buffer.concat(chunks).toString('utf8')
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(','), ...read(raw), raw })
        done()
      })
    },
  })
  const listening = server.listen(port, '127.0.0.1')
  await new Promise<void>((resolve) => listening.once('listening', resolve))
  const { port: chosen } = listening.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  afterAll(close)

  const to = (address: string) => mails.filter((mail) => mail.to === address)
  return {
    url: `smtp://127.0.0.1:${chosen}`,
    port: chosen,
    mails,
    refusals,
    close,
    to,
    /** Waits until so many have come to an address. Mails that are due together come in any order. */
    wait: async (address: string, count = 1): Promise<Mail> =>
      vi.waitFor(
        () => {
          const mail = to(address)[count - 1]
          if (!mail) throw new Error(`${to(address).length} of ${count} mails came to ${address}`)
          return mail
        },
        { timeout: 10_000, interval: 10 },
      ),
    /** Waits for the mail with a subject. */
    waitFor: async (address: string, subject: string): Promise<Mail> =>
      vi.waitFor(
        () => {
          const came = to(address)
          const mail = came.findLast((one) => one.subject === subject)
          if (!mail)
            throw new Error(`"${subject}" did not come to ${address}, but ${came.map((one) => one.subject).join()}`)
          return mail
        },
        { timeout: 10_000, interval: 10 },
      ),
  }
}

/** The token that a mail leads to a page with. */
export function tokenIn({ text }: Pick<Mail, 'text'>): string {
  const [, token] = /#token=(qml_[0-9A-Za-z]+)/.exec(text) ?? []
  if (token === undefined) throw new Error(`there is no link in: ${text}`)
  return token
}

function read(raw: string): Omit<Mail, 'to' | 'raw'> {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const text = body.join('\r\n\r\n').replaceAll('\r\n', '\n')
  const isQuoted = /^content-transfer-encoding: quoted-printable/im.test(head)
  return { from: header('From'), subject: header('Subject'), text: isQuoted ? unquote(text) : text }
}

function unquote(text: string): string {
  return text
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
