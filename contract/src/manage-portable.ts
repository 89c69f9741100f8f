import { Type } from 'typebox'
import { component, idOf, object } from './manage.ts'
import { SALE_PERCENT } from './promotions/discount-limits.ts'

export const ExportStoreBody = object({
  passphrase: Type.String({
    minLength: 12,
    maxLength: 1_000,
    examples: ['correct horse battery staple'],
    description: 'Encrypts the credentials in the archive. Nobody can recover it.',
  }),
})

/** A file. Its bytes are read as they arrive. */
export const ArchiveBody = Type.Unsafe<undefined>({
  content: { 'application/zip': { schema: {} }, 'application/octet-stream': { schema: {} } },
})

export const ArchivePassphrase = Type.Optional(
  Type.String({
    maxLength: 9_000,
    examples: ['correct%20horse%20battery%20staple'],
    description: 'The passphrase of the export, percent-encoded. An archive without credentials needs none.',
  }),
)

export const ImportedStore = component('ImportedStore', {
  id: idOf('sto'),
  name: Type.String({ examples: ['Vale ⚔ Store'] }),
  rows: Type.Integer({ description: 'How many rows have arrived.' }),
  leftOut: object(
    {
      members: Type.Integer({ description: 'Members of the other installation. Invite them again.' }),
      domains: Type.Array(Type.String(), { description: 'They are added, and served after they are proved again.' }),
      hosts: Type.Array(Type.String(), {
        description: 'Labels and domains that are taken, reserved or not possible here.',
      }),
      themeVersions: Type.Integer({
        description:
          'Versions of the theme that the check refuses. Without the published one, the store has a built-in theme.',
      }),
      sales: Type.Array(Type.String(), {
        description: `Sales that take off more than ${SALE_PERCENT.max / 100} %. They have ended. Create them again with less.`,
      }),
    },
    'What the store had, and does not have here.',
  ),
})
