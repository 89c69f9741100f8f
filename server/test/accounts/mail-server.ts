import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type Mail = { to: string; from: string; subject: string; text: string; raw: string }

/** Starts a real SMTP server that keeps the mail that it receives. */
export async function startMailServer({ port = 0 } = {}) {
  const mails: Mail[] = []
  /** Error messages with which the server rejects the next mails, one for each. */
  const rejections: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const rejection = rejections.shift()
        if (rejection !== undefined) {
          done(Object.assign(new Error(rejection), { responseCode: 451 }))
          return
        }
        const raw = Buffer.concat(chunks).toString('utf8')
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(','), ...parseMail(raw), raw })
        done()
      })
    },
  })
  const listening = server.listen(port, '127.0.0.1')
  await new Promise<void>((resolve) => listening.once('listening', resolve))
  const { port: listeningPort } = listening.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  return { url: `smtp://127.0.0.1:${listeningPort}`, port: listeningPort, mails, rejections, close }
}

function parseMail(raw: string): Omit<Mail, 'to' | 'raw'> {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const text = body.join('\r\n\r\n').replaceAll('\r\n', '\n')
  const isQuotedPrintable = /^content-transfer-encoding: quoted-printable/im.test(head)
  return {
    from: header('From'),
    subject: header('Subject'),
    text: isQuotedPrintable ? decodeQuotedPrintable(text) : text,
  }
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
