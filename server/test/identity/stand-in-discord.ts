import { createHash, randomUUID } from 'node:crypto'
import { escape, json, listen, page, type StandInReply } from './listen.ts'

type Grant = { challenge: string; redirectUri: string; clientId: string }

const APPLICATION = { clientId: '1001', clientSecret: 'discord-secret' }

/** Stands in for Discord: a page where the player accepts, and OAuth 2.0 with PKCE (RFC 6749, RFC 7636). */
export async function startStandInDiscord({ applications = [APPLICATION], port = 0 } = {}) {
  const state = { isDown: false, person: { id: '80351110224678912', username: 'ilse', global_name: 'Ilse of the Fen' } }
  const codes = new Map<string, Grant>()
  const tokens = new Set<string>()

  const server = await listen(
    (url, form, request): StandInReply => {
      if (state.isDown) return { status: 502 }
      if (url.pathname === '/oauth2/authorize') return authorize(url, form)
      if (url.pathname === '/api/oauth2/token') return exchange(form)
      const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
      if (url.pathname !== '/api/users/@me' || !tokens.has(token)) return json({ message: '401: Unauthorized' }, 401)
      return json(state.person)
    },
    { port },
  )

  function authorize(url: URL, form: URLSearchParams): StandInReply {
    const parameter = (name: string) => url.searchParams.get(name) ?? ''
    const clientId = parameter('client_id')
    const isKnown = applications.some((each) => each.clientId === clientId)
    if (!isKnown || parameter('code_challenge_method') !== 'S256' || parameter('scope') !== 'identify')
      return { status: 400, body: 'invalid request' }
    const back = new URL(parameter('redirect_uri'))
    back.searchParams.set('state', parameter('state'))
    if (form.has('cancel')) {
      back.searchParams.set('error', 'access_denied')
      return { status: 303, headers: { location: back.href } }
    }
    if (!form.has('authorize'))
      return page(
        'Discord',
        `<form method="post" action="${escape(url.pathname + url.search)}"><button name="authorize">Authorize</button><button name="cancel">Cancel</button></form>`,
      )
    const code = randomUUID()
    codes.set(code, { challenge: parameter('code_challenge'), redirectUri: parameter('redirect_uri'), clientId })
    back.searchParams.set('code', code)
    return { status: 303, headers: { location: back.href } }
  }

  function exchange(form: URLSearchParams): StandInReply {
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const application = applications.find(({ clientId }) => clientId === form.get('client_id'))
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isValid =
      grant !== undefined &&
      grant.clientId === application?.clientId &&
      form.get('client_secret') === application.clientSecret &&
      form.get('redirect_uri') === grant.redirectUri &&
      challenge === grant.challenge
    if (!isValid) return json({ error: 'invalid_grant' }, 400)
    const token = randomUUID()
    tokens.add(token)
    return json({ access_token: token, token_type: 'Bearer', scope: 'identify' })
  }

  return { ...server, state, application: APPLICATION }
}
