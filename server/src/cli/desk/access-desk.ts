import type { Manage } from '@quartermaster/sdk'
import { createToken } from '../../access/create-token.ts'
import { listMembers } from '../../access/list-members.ts'
import { listTokens } from '../../access/list-tokens.ts'
import type { Role } from '../../access/permissions.ts'
import { revokeToken } from '../../access/revoke-token.ts'
import { type Database, inStore } from '../../db/database.ts'
import { type ApiTokenId, formatId, type StoreId } from '../../ids.ts'
import { byHand } from '../by-hand.ts'
import { readDate, type RemoteStore, upTo } from './remote-store.ts'

type NewToken = { storeId: StoreId; name: string; scopes: string[]; expiresAt: Date | null }
type ShownToken = {
  id: string
  name: string
  hint: string
  active: boolean
  scopes: string[]
  expiresAt: Date | null
  lastUsedAt: Date | null
}
type ShownMember = { accountId: string; email: string | null; name: string; role: Role; since: Date }

/** Who works for a store, and the tokens of programs that do. */
export type AccessDesk = {
  listMembers: (storeId: StoreId) => Promise<ShownMember[]>
  /** The newest first. */
  listTokens: (storeId: StoreId) => Promise<ShownToken[]>
  createToken: (wanted: NewToken) => Promise<{ id: string; token: string }>
  revokeToken: (key: { storeId: StoreId; tokenId: ApiTokenId }) => Promise<void>
}

const MOST = 1_000

export function localAccess({ app }: Database): AccessDesk {
  return {
    async listMembers(storeId) {
      const members = await inStore(app, storeId, (tx) => listMembers(tx, { storeId, most: MOST }))
      return members.map(({ accountId, ...rest }) => ({ accountId: formatId('acc', accountId), ...rest }))
    },
    async listTokens(storeId) {
      const tokens = await inStore(app, storeId, (tx) => listTokens(tx, { storeId, most: MOST }))
      return tokens.map(({ id, name, hint, active, scopes, expires_at: expiresAt, last_used_at: lastUsedAt }) => ({
        id: formatId('tok', id),
        name,
        hint,
        active,
        scopes,
        expiresAt,
        lastUsedAt,
      }))
    },
    async createToken(wanted) {
      const subject = (made: { id: ApiTokenId }) => formatId('tok', made.id)
      const deed = { storeId: wanted.storeId, action: 'createToken', subject }
      const { id, token } = await byHand(app, deed, (tx) => createToken(tx, { ...wanted, by: null }))
      return { id: formatId('tok', id), token }
    },
    async revokeToken(key) {
      const deed = { storeId: key.storeId, action: 'revokeToken', subject: formatId('tok', key.tokenId) }
      await byHand(app, deed, (tx) => revokeToken(tx, key))
    },
  }
}

export function remoteAccess({ manage, storeId: storeOf }: RemoteStore): AccessDesk {
  return {
    async listMembers(named) {
      const found = manage.listMembers.each({ storeId: await storeOf(named), limit: 200 })
      return (await upTo(MOST, found)).map((member) => ({ ...member, since: readDate(member.since) }))
    },
    async listTokens(named) {
      const found = manage.listTokens.each({ storeId: await storeOf(named), limit: 200 })
      return (await upTo(MOST, found)).map(wireToShown)
    },
    createToken: async ({ storeId, name, scopes, expiresAt }) =>
      manage.createToken({
        storeId: await storeOf(storeId),
        name,
        scopes,
        expiresAt: expiresAt === null ? null : expiresAt.toISOString(),
      }),
    async revokeToken({ storeId, tokenId }) {
      await manage.revokeToken({ storeId: await storeOf(storeId), tokenId: formatId('tok', tokenId) })
    },
  }
}

function wireToShown({ id, name, hint, active, scopes, expiresAt, lastUsedAt }: Manage.ApiToken): ShownToken {
  return { id, name, hint, active, scopes, expiresAt: readDate(expiresAt), lastUsedAt: readDate(lastUsedAt) }
}
