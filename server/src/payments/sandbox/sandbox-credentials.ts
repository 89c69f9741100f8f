import { newWebhookSecret } from '../../webhooks/sending/sign-webhook.ts'
import { formatId, type StoreId } from '../../ids.ts'

/** What connects a test store to the sandbox. Nobody has to enter it: the secret is made here. */
export function sandboxCredentials(storeId: StoreId): { store: string; secret: string } {
  return { store: formatId('sto', storeId), secret: newWebhookSecret() }
}
