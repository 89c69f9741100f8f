import { createHash } from 'node:crypto'
import { exchangeCode, fetchProfile } from '../../accounts/providers/fetch-profile.ts'
import { type Db, inStore } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { connectionLabel, findIdentityConnection, type IdentityClient } from './connections.ts'
import type { SignInProvider } from './sign-in-provider.ts'

const DISCORD = new URL('https://discord.com')
const MAX_LABEL_LENGTH = 100

type DiscordParts = {
  sealer: Sealer
  /** The application of the operator, for stores that have none of their own. */
  client: IdentityClient | undefined
  /** Replaces the address of Discord in tests. */
  url?: URL | undefined
}

/** Discord, by OAuth 2.0 with PKCE. The id of the player is their id at Discord. */
export function createDiscordSignIn({ sealer, client: shared, url = DISCORD }: DiscordParts): SignInProvider {
  async function findClient(db: Db, storeId: StoreId): Promise<IdentityClient | undefined> {
    const key = { storeId, provider: 'discord' } as const
    const own = await inStore(db, storeId, (tx) => findIdentityConnection(tx, key))
    if (!own) return shared
    return { clientId: own.clientId, clientSecret: sealer.open(own, connectionLabel(key)) }
  }

  return {
    isAvailable: async (tx, storeId) =>
      shared !== undefined || (await findIdentityConnection(tx, { storeId, provider: 'discord' })) !== undefined,
    async start(db, { storeId, origin, state, verifier }) {
      const client = await findClient(db, storeId)
      if (!client) return undefined
      const page = new URL('/oauth2/authorize', url)
      page.search = new URLSearchParams({
        response_type: 'code',
        client_id: client.clientId,
        scope: 'identify',
        state,
        redirect_uri: redirectUri(origin),
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()
      return page
    },
    async finish(db, { storeId, origin, verifier }, answer) {
      const client = await findClient(db, storeId)
      const code = answer.get('code') ?? ''
      if (!client || code === '') throw failed()
      const grant = { code, verifier, redirectUri: redirectUri(origin) }
      const token = await exchangeCode(new URL('/api/oauth2/token', url), client, grant)
      const { id, username, global_name: name } = await fetchProfile(token, new URL('/api/users/@me', url))
      if (typeof id !== 'string' || !/^\d{15,20}$/.test(id)) throw failed()
      const label = [name, username].find((text) => typeof text === 'string' && text.trim() !== '')
      return { gameUserId: id, label: typeof label === 'string' ? toLabel(label) : null }
    },
  }
}

/** Discord sends visitors only to addresses that are registered in the application. */
export function redirectUri(origin: string): string {
  return `${origin}/who/discord/return`
}

function toLabel(name: string): string {
  return [...name.toWellFormed().replaceAll('\0', '').trim()].slice(0, MAX_LABEL_LENGTH).join('')
}

function failed(): AppError {
  return new AppError('sign_in_failed', 'Discord did not say who you are. Sign in again.')
}
