import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** A person with an account at both providers. */
export type FakePerson = { id: number; login: string; email: string; verified: boolean }

type Grant = { person: FakePerson; challenge: string; redirectUri: string }

/** Acts as Discord and GitHub: follows the parts of RFC 6749 and RFC 7636 that we use, and their response formats. */
export async function startFakeProvider({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, FakePerson>()
  const state = { isUnavailable: false }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (state.isUnavailable) return void send(502, {})
    if (request.method === 'POST') return void send(...exchange(new URLSearchParams(Buffer.concat(chunks).toString())))
    const person = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!person) return void send(401, { message: 'Bad credentials' })
    const { id, login, email, verified } = person
    const bodies: Record<string, unknown> = {
      '/api/users/@me': { id: String(id), username: login, global_name: null, email, verified },
      '/user': { id, login, name: null, email: 'typed@by.hand' },
      '/user/emails': [
        { email: 'second@vale.example', primary: false, verified: true },
        { email, primary: true, verified },
      ],
    }
    send(200, bodies[request.url ?? ''])
  }

  function exchange(form: URLSearchParams): [number, unknown] {
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isValid =
      grant !== undefined &&
      form.get('client_id') === clientId &&
      form.get('client_secret') === clientSecret &&
      form.get('redirect_uri') === grant.redirectUri &&
      challenge === grant.challenge
    // GitHub reports this error with status 200.
    if (!isValid) return [200, { error: 'bad_verification_code' }]
    const token = randomUUID()
    tokens.set(token, grant.person)
    return [200, { access_token: token, token_type: 'bearer' }]
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    /** Acts as a person who accepts on the authorization page. Returns the parameters of the redirect to our page. */
    authorize(pageUrl: string, person: FakePerson): { code: string; state: string; redirectUri: string } {
      const { searchParams } = new URL(pageUrl)
      const parameter = (name: string) => searchParams.get(name) ?? ''
      if (parameter('client_id') !== clientId || parameter('code_challenge_method') !== 'S256')
        throw new Error(`The provider rejects this authorization URL: ${pageUrl}`)
      const code = randomUUID()
      codes.set(code, { person, challenge: parameter('code_challenge'), redirectUri: parameter('redirect_uri') })
      return { code, state: parameter('state'), redirectUri: parameter('redirect_uri') }
    },
  }
}
