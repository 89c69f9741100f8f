import { Type } from 'typebox'
import { component, idOf, nullable, object, pageOf, Timestamp, Version } from '../manage.ts'
import { Markdown, PictureHash, Position, Slug, translationsOf } from './pages.ts'

const CategoryName = Type.String({ minLength: 1, maxLength: 100, examples: ['VIP'] })
const Label = Type.String({ minLength: 1, maxLength: 100, examples: ['Homes'] })
const Value = Type.String({ minLength: 1, maxLength: 100, examples: ['6'] })

const Comparison = Type.Array(
  object({
    label: Label,
    values: Type.Array(object({ productId: idOf('prd'), value: Value }), { maxItems: 20 }),
  }),
  {
    maxItems: 50,
    description: 'A table that compares the products of the category: a row has a value for each product.',
  },
)
const Translations = translationsOf({
  name: Type.Optional(CategoryName),
  description: Type.Optional(Markdown),
  comparison: Type.Optional(Comparison),
})

export const Category = component('Category', {
  id: idOf('cat'),
  name: CategoryName,
  slug: Slug,
  description: Markdown,
  position: Position,
  picture: nullable(PictureHash),
  comparison: Comparison,
  translations: Translations,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
})
export const CategoryPage = pageOf('CategoryPage', Category)

const OPTIONAL_FIELDS = {
  slug: Type.Optional(Slug),
  description: Type.Optional(Markdown),
  position: Type.Optional(Position),
  picture: Type.Optional(nullable(PictureHash)),
  comparison: Type.Optional(Comparison),
  translations: Type.Optional(Translations),
}
export const CreateCategoryBody = object({ name: CategoryName, ...OPTIONAL_FIELDS })
export const UpdateCategoryBody = object({ name: Type.Optional(CategoryName), ...OPTIONAL_FIELDS })
export const DeletedCategory = component('DeletedCategory', {
  uncategorizedProducts: Type.Integer({ minimum: 0, description: 'The number of products that were in the category.' }),
})
