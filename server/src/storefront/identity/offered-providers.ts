import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { readChosenProviders } from './chosen-providers.ts'
import type { IdentityProviders } from './create-identity-providers.ts'
import type { IdentityName } from './provider.ts'

/** The chosen providers that work: a service may need an application that the store has not connected yet. */
export async function readOfferedProviders(
  tx: Tx,
  { signIns }: IdentityProviders,
  storeId: StoreId,
): Promise<IdentityName[]> {
  const offered: IdentityName[] = []
  for (const name of await readChosenProviders(tx, storeId)) {
    const isSignIn = name === 'steam' || name === 'discord'
    if (!isSignIn || (await signIns[name].isAvailable(tx, storeId))) offered.push(name)
  }
  return offered
}
