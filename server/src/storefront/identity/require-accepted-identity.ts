import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import { readChosenProviders, typedProviderOf } from './chosen-providers.ts'
import type { Identity } from './provider.ts'

type Accepted = { storeId: StoreId; player: Pick<Identity, 'provider' | 'proof'>; isGift: boolean }

/** Refuses a typed name where players have to prove who they are, and a gift there, because its recipient would be typed. */
export async function requireAcceptedIdentity(tx: Tx, { storeId, player, isGift }: Accepted): Promise<void> {
  if (player.proof === 'proven' && !isGift) return
  if (typedProviderOf(await readChosenProviders(tx, storeId)) !== undefined) return
  throw new AppError(
    'identity_required',
    isGift
      ? 'This store delivers only to players who have signed in, so nobody can buy a gift for another player.'
      : 'This store delivers only to players who have proved who they are. Sign in first.',
  )
}
