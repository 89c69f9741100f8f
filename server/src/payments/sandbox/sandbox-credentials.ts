import { newWebhookSecret } from '../../webhooks/sending/sign-webhook.ts'
import { formatId, type StoreId } from '../../ids.ts'

/** Creates the credentials of a test store, so that its owner does not have to enter any. */
export function sandboxCredentials(storeId: StoreId): { store: string; secret: string } {
  return { store: formatId('sto', storeId), secret: newWebhookSecret() }
}
