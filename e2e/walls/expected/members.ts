import { formatId } from '../../../server/src/ids.ts'
import { plantInvitation, plantMember, plantToken } from '../people.ts'
import { word } from '../scene.ts'
import { MANAGERS, OWNERS_THEMSELVES, type Setting, type Table } from './expectation.ts'

const aMember = async (setting: Setting) => ({
  accountId: formatId('acc', (await plantMember(setting, 'support', word(setting))).accountId),
})
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
  setMemberRole: {
    may: OWNERS_THEMSELVES,
    scope: 'members:write',
    status: 204,
    request: async (setting) => ({ params: await aMember(setting), body: { role: 'manager' } }),
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
    request: (setting) => ({ body: { email: `${word(setting)}@vale.example`, role: 'viewer' } }),
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
    audit: 'elsewhere',
  },
  listTokens: {
    may: OWNERS_THEMSELVES,
    scope: 'tokens:read',
    status: 200,
    request: () => ({ query: { limit: '200' } }),
  },
  createToken: {
    may: OWNERS_THEMSELVES,
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
