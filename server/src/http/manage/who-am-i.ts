import { WhoAmI } from '@quartermaster/contract/manage-store'
import { AppError } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import type { Surface } from './surface.ts'

/** The one route that people and programs share: whoever has a credential may ask whose it is. */
export function whoAmIRoutes({ account, publish }: Surface): void {
  publish(WhoAmI)

  account.anyone(
    { method: 'GET', url: '/whoami', operationId: 'whoAmI', summary: 'Whose credential this is', answer: 'WhoAmI' },
    async ({ request: { principal } }) => {
      if (!principal || principal.kind === 'command_line') throw new AppError('unauthorized', 'Sign in first')
      if (principal.kind === 'token') {
        const { tokenId, name, storeId, permissions } = principal
        const id = formatId('tok', tokenId)
        return { kind: 'token', id, name, email: null, storeId: formatId('sto', storeId), scopes: permissions }
      }
      const { accountId, name, email, isOperator } = principal
      const id = formatId('acc', accountId)
      return { kind: isOperator ? 'operator' : 'account', id, name, email, storeId: null, scopes: null }
    },
  )
}
