import type { AccountId } from '../../../server/src/ids.ts'
import { addInvitation, addMember, addToken } from '../fixtures/accounts.ts'
import { uniqueName } from '../store-context.ts'
import type { RequestContext, Table } from './expectation.ts'

const token = async (context: RequestContext, createdBy?: AccountId) => {
  const { storeId } = context
  return addToken(context, { name: uniqueName(context), storeId, scopes: ['store:read'], createdBy })
}
/** A member with a token, which becomes invalid when they leave the store. */
const memberWithRole = (role: 'owner' | 'support') => async (context: RequestContext) => {
  const member = await addMember(context, role, uniqueName(context))
  await token(context, member.accountId)
  return member
}

export const MEMBERS: Table = {
  listMembers: { itemsInEmptyStore: 1 },
  updateMemberRole: {
    params: memberWithRole('support'),
    body: { role: 'manager' },
    others: [{ params: memberWithRole('owner'), body: { role: 'viewer' } }],
  },
  removeMember: { params: memberWithRole('support') },
  inviteMember: {
    body: async (context) => {
      const email = `${uniqueName(context)}@vale.example`
      // A new invitation replaces an older one for the same address.
      await addInvitation(context, email)
      return { email, role: 'viewer' }
    },
  },
  revokeInvitation: { params: (context) => addInvitation(context) },
  acceptInvitation: {
    body: async (context) => ({ token: (await addInvitation(context, context.account.email)).token }),
    // The invitation of another address must look like an unknown one, and the role is that of the invitation.
    idsInBody: { 'body/token': 404 },
    contains: '"role":"viewer"',
    audit: 'other store',
  },
  createToken: {
    // No operator gives out access to a store.
    allowed: ['owner', 'owner in a browser', 'page of another site'],
    body: (context) => ({ name: uniqueName(context), scopes: ['store:read'] }),
  },
  revokeToken: { params: (context) => token(context) },
}
