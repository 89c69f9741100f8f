import { Caller } from '@quartermaster/contract/manage-store'
import { AppError } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import type { ManageApi } from './manage-api.ts'

/** The only route that accounts and API tokens share. */
export function whoAmIRoutes({ account }: ManageApi): void {
  account.authenticated(
    {
      method: 'GET',
      url: '/whoami',
      operationId: 'whoAmI',
      summary: 'Get the caller',
      description: 'Returns the account or the API token that the credential of this request belongs to.',
      response: Caller,
    },
    async ({ request: { principal } }) => {
      if (!principal || principal.kind === 'command_line') throw new AppError('unauthorized', 'Sign in first.')
      if (principal.kind === 'token') {
        const { tokenId, name, storeId, permissions } = principal
        return {
          type: 'token' as const,
          id: formatId('tok', tokenId),
          name,
          email: null,
          storeId: formatId('sto', storeId),
          scopes: [...permissions],
        }
      }
      const { accountId, name, email, isOperator } = principal
      return {
        type: isOperator ? ('operator' as const) : ('account' as const),
        id: formatId('acc', accountId),
        name,
        email,
        storeId: null,
        scopes: null,
      }
    },
  )
}
