import { formatId } from '../../../server/src/ids.ts'
import { plantInvitation, plantMember, plantToken, plantTokens } from '../people.ts'
import { word } from '../scene.ts'
import { MANAGERS, OWNERS_THEMSELVES, type Setting, type Table } from './expectation.ts'

const aMember = async (setting: Setting, role: 'owner' | 'support' = 'support') => {
  const { accountId } = await plantMember(setting, role, word(setting))
  // Which ends with his time in the store.
  await plantTokens(setting, [{ name: word(setting), storeId: setting.storeId, scopes: ['store:read'], by: accountId }])
  return { accountId: formatId('acc', accountId) }
}
const aToken = async (setting: Setting) => ({
  tokenId: formatId('tok', (await plantToken(setting, { name: word(setting), scopes: ['store:read'] })).id),
})

export const MEMBERS: Table = {
  listMembers: {
    may: MANAGERS,
    scope: 'members:read',
    status: 200,
    request: () => ({ query: { limit: '200' } }),
    inEmpty: 1,
  },
  updateMemberRole: {
    may: OWNERS_THEMSELVES,
    scope: 'members:write',
    status: 204,
    request: async (setting) => ({ params: await aMember(setting), body: { role: 'manager' } }),
    more: [
      {
        status: 204,
        request: async (setting) => ({ params: await aMember(setting, 'owner'), body: { role: 'viewer' } }),
      },
    ],
  },
  removeMember: {
    may: OWNERS_THEMSELVES,
    scope: 'members:write',
    status: 204,
    request: async (setting) => ({ params: await aMember(setting) }),
  },
  listInvitations: { may: MANAGERS, scope: 'members:read', status: 200, request: () => ({ query: { limit: '200' } }) },
  inviteMember: {
    may: OWNERS_THEMSELVES,
    scope: 'members:write',
    status: 201,
    request: async (setting) => {
      const email = `${word(setting)}@vale.example`
      // A new invitation of an address ends the one before it.
      await plantInvitation(setting, email)
      return { body: { email, role: 'viewer' } }
    },
  },
  revokeInvitation: {
    may: OWNERS_THEMSELVES,
    scope: 'members:write',
    status: 204,
    request: async (setting) => ({ params: { invitationId: formatId('inv', (await plantInvitation(setting)).id) } }),
  },
  acceptInvitation: {
    may: 'people',
    scope: null,
    status: 200,
    request: async (setting) => ({ body: { token: (await plantInvitation(setting, setting.person.email)).token } }),
    // Whoever has read the mail of somebody else learns nothing.
    named: { 'body/token': 404 },
    // Nobody becomes more than he was invited as.
    holds: '"role":"viewer"',
    audit: 'elsewhere',
  },
  listTokens: {
    may: OWNERS_THEMSELVES,
    scope: 'tokens:read',
    status: 200,
    request: () => ({ query: { limit: '200' } }),
  },
  createToken: {
    may: ['owner', 'owner in a browser', 'page of another site'],
    scope: 'tokens:write',
    status: 201,
    request: (setting) => ({ body: { name: word(setting), scopes: ['store:read'] } }),
  },
  revokeToken: {
    may: OWNERS_THEMSELVES,
    scope: 'tokens:write',
    status: 204,
    request: async (setting) => ({ params: await aToken(setting) }),
  },
}
