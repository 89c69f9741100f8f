import { Type } from 'typebox'
import { component, enumOf, nullable, object, Timestamp } from './manage.ts'

export const StoreHost = component('StoreHost', {
  host: Type.String({ examples: ['shop.vale.example'], description: 'A domain, or the label of the store.' }),
  kind: enumOf(['label', 'domain']),
  url: nullable(
    Type.String({
      description: 'The address of the store at this host. Null: not served.',
      examples: ['https://shop.vale.example'],
    }),
  ),
  proof: nullable(
    object({
      type: enumOf(['TXT']),
      name: Type.String({ examples: ['_quartermaster.shop.vale.example'] }),
      value: Type.String({ examples: ['store=sto_01h455vb4pex5vsknk084sn02q'] }),
    }),
  ),
  createdAt: Timestamp,
  provedAt: nullable(Timestamp),
})
export const StoreHostList = component('StoreHostList', {
  items: Type.Array(StoreHost),
  labelDomain: nullable(
    Type.String({
      examples: ['stores.example'],
      description: 'The domain of the platform that labels are below. Null: stores have no labels here.',
    }),
  ),
})

export const ChooseLabelBody = component('ChooseLabelBody', {
  label: Type.String({ minLength: 1, maxLength: 63, examples: ['vale'] }),
})
export const AddDomainBody = component('AddDomainBody', {
  domain: Type.String({ minLength: 1, maxLength: 300, examples: ['shop.vale.example'] }),
})
