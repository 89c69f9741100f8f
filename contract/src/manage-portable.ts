import { Type } from 'typebox'
import { object } from './manage.ts'

export const ExportStoreBody = object({
  passphrase: Type.String({
    minLength: 12,
    maxLength: 1_000,
    examples: ['correct horse battery staple'],
    description: 'Encrypts the credentials in the archive. Nobody can recover it.',
  }),
})
