import { Type } from 'typebox'
import { component, enumOf, listOf, nullable, object, openObject, Timestamp, Version } from './manage.ts'
import { Markdown, PictureHash, Position, Slug, translationsOf } from './catalog/pages.ts'

const TEXTS = {
  title: Type.String({ maxLength: 100, examples: ['Vale'] }),
  tagline: Type.String({ maxLength: 200, examples: ['Ranks, coins and crates for Vale Survival'] }),
  seller: Type.String({ maxLength: 300, description: 'Who sells, such as a company with its address.' }),
  support: Type.String({
    maxLength: 500,
    description: 'An e-mail address or a link.',
    examples: ['help@vale.example'],
  }),
  terms: Markdown,
  privacy: Markdown,
  closedMessage: Type.String({ maxLength: 1_000, description: 'Shown while the storefront is closed.' }),
}
const TEXTS_BODY = {
  title: Type.Optional(TEXTS.title),
  tagline: Type.Optional(TEXTS.tagline),
  seller: Type.Optional(TEXTS.seller),
  support: Type.Optional(TEXTS.support),
  terms: Type.Optional(TEXTS.terms),
  privacy: Type.Optional(TEXTS.privacy),
  closedMessage: Type.Optional(TEXTS.closedMessage),
}
const GoalTitle = Type.String({ minLength: 1, maxLength: 100, examples: ['November goal: the Northern Isles map'] })
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-12-31'] })
const GOAL = {
  title: GoalTitle,
  amountMinor: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000, description: 'In minor units of the currency.' }),
  startsOn: nullable(Day),
  endsOn: nullable(Day),
  translations: translationsOf({ title: Type.Optional(GoalTitle) }),
}
const GOAL_NOTE =
  'What the store wants to sell. Without days, the goal begins again every month; with days, it lasts from `startsOn` to `endsOn`, at most 100 days. Days and months are those of the time zone of the store.'
const THEME_NOTE = 'The built-in theme. It also renders what your own theme cannot.'

const FIELDS = {
  locales: Type.Array(enumOf(['pt-BR', 'en', 'es']), {
    minItems: 1,
    maxItems: 3,
    description: 'The languages of the storefront, the default language first.',
  }),
  timeZone: Type.String({ minLength: 1, maxLength: 100, examples: ['America/Sao_Paulo'] }),
  translations: translationsOf(TEXTS_BODY),
  theme: enumOf(['vale', 'gala'], { description: THEME_NOTE }),
  themeSettings: openObject(
    'The settings of the theme, at most 16 KB of JSON. With a theme of your own, those that it declares.',
  ),
  logo: nullable(PictureHash),
  banner: nullable(PictureHash),
  isOpen: Type.Boolean({ description: 'A closed storefront shows `closedMessage` and sells nothing.' }),
  showRecentPurchases: Type.Boolean(),
  showTopSupporter: Type.Boolean(),
  showSupporterAmount: Type.Boolean({ description: 'Whether pages also show how much the top supporter has paid.' }),
  showServerStatus: Type.Boolean(),
  joinAddress: nullable(
    Type.String({
      minLength: 1,
      maxLength: 100,
      examples: ['play.vale.example'],
      description: 'What players type to join the game.',
    }),
  ),
  returnOrigins: Type.Array(Type.String({ maxLength: 200, examples: ['https://vale.example'] }), {
    maxItems: 10,
    description: 'The websites to which the storefront API can send buyers back after they paid.',
  }),
  identityProviders: Type.Array(enumOf(['name', 'minecraft', 'steam', 'discord', 'code']), {
    maxItems: 4,
    description:
      'How visitors say or prove who they are. `name` and `minecraft` are typed, the others are proved. Without a typed one, the store sells only to players who have proved who they are. Empty: it follows from the game of the default server.',
  }),
}

export const Storefront = component('Storefront', {
  ...FIELDS,
  // A text, because more themes may come.
  theme: Type.String({ description: THEME_NOTE, examples: ['vale'] }),
  goal: nullable(object(GOAL, GOAL_NOTE)),
  themeVersion: nullable(Type.Integer({ description: 'The version of your own theme that is published.' })),
  texts: object(TEXTS, 'In the default language. An empty text is not shown.'),
  revision: Type.Integer({
    description: 'Grows with every change of what a page of the store shows, also of products, categories and hosts.',
  }),
  updatedAt: Timestamp,
  version: Version,
})
export const UpdateStorefrontBody = object({
  locales: Type.Optional(FIELDS.locales),
  timeZone: Type.Optional(FIELDS.timeZone),
  texts: Type.Optional(object(TEXTS_BODY, 'Texts that are absent do not change.')),
  translations: Type.Optional(FIELDS.translations),
  theme: Type.Optional(FIELDS.theme),
  themeSettings: Type.Optional(FIELDS.themeSettings),
  logo: Type.Optional(FIELDS.logo),
  banner: Type.Optional(FIELDS.banner),
  isOpen: Type.Optional(FIELDS.isOpen),
  showRecentPurchases: Type.Optional(FIELDS.showRecentPurchases),
  showTopSupporter: Type.Optional(FIELDS.showTopSupporter),
  showSupporterAmount: Type.Optional(FIELDS.showSupporterAmount),
  showServerStatus: Type.Optional(FIELDS.showServerStatus),
  joinAddress: Type.Optional(FIELDS.joinAddress),
  goal: Type.Optional(
    nullable(
      object(
        {
          title: GOAL.title,
          amountMinor: GOAL.amountMinor,
          startsOn: Type.Optional(GOAL.startsOn),
          endsOn: Type.Optional(GOAL.endsOn),
          translations: Type.Optional(GOAL.translations),
        },
        `${GOAL_NOTE} Null removes the goal.`,
      ),
    ),
  ),
  returnOrigins: Type.Optional(FIELDS.returnOrigins),
  identityProviders: Type.Optional(FIELDS.identityProviders),
})

const { locales, texts, theme, themeSettings, isOpen, joinAddress, ...rest } = UpdateStorefrontBody.properties
const { showRecentPurchases, showTopSupporter, showSupporterAmount, showServerStatus } = rest
/** What a preview can show before it is saved. */
export const CreateStorefrontPreviewBody = object({
  locales,
  texts,
  theme,
  themeSettings,
  isOpen,
  showRecentPurchases,
  showTopSupporter,
  showSupporterAmount,
  showServerStatus,
  joinAddress,
})
export const StorefrontPreview = component('StorefrontPreview', {
  url: Type.String({ description: 'Everybody who has this address can open the preview.' }),
  expiresAt: Timestamp,
})

const PageTitle = Type.String({ minLength: 1, maxLength: 100, examples: ['Rules'] })
const PAGE = {
  title: PageTitle,
  body: Markdown,
  position: Position,
  translations: translationsOf({ title: Type.Optional(PageTitle), body: Type.Optional(Markdown) }),
}
export const StorefrontPage = component('StorefrontPage', { slug: Slug, ...PAGE, updatedAt: Timestamp })
export const StorefrontPageList = listOf('StorefrontPageList', StorefrontPage)
export const SaveStorefrontPageBody = object({
  title: PAGE.title,
  body: PAGE.body,
  position: Type.Optional(PAGE.position),
  translations: Type.Optional(PAGE.translations),
})

export const StorefrontText = component('StorefrontText', {
  key: Type.String({ examples: ['home.recent'] }),
  text: Type.String({ description: 'Our text.', examples: ['Recent purchases'] }),
  override: nullable(Type.String({ description: 'What the pages of the store show instead.' })),
})
export const StorefrontTexts = component('StorefrontTexts', {
  locale: Type.String({ examples: ['en'] }),
  texts: Type.Array(StorefrontText),
})
export const SetStorefrontTextBody = object({
  text: Type.String({ minLength: 1, maxLength: 500, examples: ['Latest heroes'] }),
})

const IdentityProvider = component('IdentityProvider', {
  name: Type.String({ description: 'The name of a service that signs players in.', examples: ['discord'] }),
  isConnected: Type.Boolean(),
  connectedAt: nullable(Timestamp),
  clientId: nullable(Type.String({ description: "The id of the store's application at the service." })),
  redirectPath: Type.String({
    description: 'Register this path on every host of the store as a redirect in the application.',
    examples: ['/who/discord/return'],
  }),
})
export const IdentityProviderList = listOf('IdentityProviderList', IdentityProvider)
export const ConnectIdentityProviderBody = object({
  clientId: Type.String({ minLength: 1, maxLength: 100, examples: ['157730590492196864'] }),
  clientSecret: Type.String({ minLength: 1, maxLength: 500 }),
})
