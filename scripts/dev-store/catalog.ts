import type { ProductInput } from '../../server/src/catalog/save-product.ts'
import type { Translations } from '../../server/src/locales.ts'

const DAY = 86_400

type Texts = { name: string; summary?: string; description?: string }
export type SeedProduct = Pick<ProductInput, 'price' | 'stock' | 'maxPerPlayer' | 'variants' | 'durationSeconds'> &
  Texts & {
    slug: string
    /** The name of a drawing, and what it shows. */
    drawing: string
    alt: string
    translations: Translations<Required<Texts>>
    requiresOnline?: boolean
  }
export type SeedCategory = {
  name: string
  slug: string
  description: string
  translations: Translations<{ name: string; description: string }>
  products: SeedProduct[]
}

const month = (price: string) => ({
  name: '30 days',
  price,
  durationSeconds: 30 * DAY,
  translations: { 'pt-BR': { name: '30 dias' }, es: { name: '30 días' } },
})
const quarter = (price: string) => ({
  name: '90 days',
  price,
  durationSeconds: 90 * DAY,
  translations: { 'pt-BR': { name: '90 dias' }, es: { name: '90 días' } },
})
const rank = (
  name: string,
  slug: string,
  price: string,
): Pick<SeedProduct, 'name' | 'slug' | 'drawing' | 'price' | 'durationSeconds'> => ({
  name,
  slug,
  drawing: `rank-${slug}`,
  price,
  durationSeconds: 30 * DAY,
})

const item = (name: string, slug: string, price: string) => ({
  name,
  slug,
  drawing: slug,
  price,
  durationSeconds: null,
})

const RANKS: SeedProduct[] = [
  {
    ...rank('Squire', 'squire', '9.90'),
    alt: 'A green and white shield',
    maxPerPlayer: 1,
    summary: 'Three homes and a land claim of 2,000 blocks.',
    description: '- 3 homes and a 2,000-block land claim\n- A green name in chat',
    translations: {
      'pt-BR': { name: 'Escudeiro', summary: 'Três casas e um terreno de 2.000 blocos.' },
      es: { name: 'Escudero', summary: 'Tres casas y un terreno de 2.000 bloques.' },
    },
  },
  {
    ...rank('Knight', 'knight', '19.90'),
    alt: 'A blue shield with a gold chevron over two swords',
    variants: [month('19.90'), quarter('49.90')],
    summary: 'More homes, more land and a place at the front of the queue.',
    description:
      '- 6 homes and a 5,000-block land claim\n- Priority in the queue when the server is full\n- A blue name in chat and on the player list\n- Access to the Knights’ Hall and its anvil\n\nBuildings and claims stay yours when the rank expires. You cannot claim new land above the free limit until you renew.',
    translations: {
      'pt-BR': {
        name: 'Cavaleiro',
        summary: 'Mais casas, mais terreno e um lugar no começo da fila.',
        description:
          '- 6 casas e um terreno de 5.000 blocos\n- Prioridade na fila quando o servidor está cheio\n- Nome azul no chat e na lista de jogadores\n- Acesso ao Salão dos Cavaleiros e à sua bigorna\n\nConstruções e terrenos continuam seus quando o cargo expira.',
      },
      es: {
        name: 'Caballero',
        summary: 'Más casas, más terreno y un lugar al principio de la cola.',
        description:
          '- 6 casas y un terreno de 5.000 bloques\n- Prioridad en la cola cuando el servidor está lleno\n- Nombre azul en el chat y en la lista de jugadores\n- Acceso al Salón de los Caballeros y su yunque\n\nLos edificios y terrenos siguen siendo tuyos cuando el rango caduca.',
      },
    },
  },
  {
    ...rank('Baron', 'baron', '39.90'),
    alt: 'A red shield with a castle, under a crown',
    variants: [month('39.90'), quarter('99.90')],
    summary: 'Ten homes, and your own banner at the capital.',
    description:
      '- 10 homes and a 12,000-block land claim\n- Your own banner at the capital\n- Everything of the Knight',
    translations: {
      'pt-BR': { name: 'Barão', summary: 'Dez casas e o seu estandarte na capital.' },
      es: { name: 'Barón', summary: 'Diez casas y tu estandarte en la capital.' },
    },
  },
  {
    ...rank('Duke', 'duke', '149.90'),
    durationSeconds: null,
    alt: 'A black and gold shield with a crown and red wings',
    maxPerPlayer: 1,
    summary: 'Does not expire',
    description: '- 20 homes and a 30,000-block land claim\n- Everything of the Baron, for ever',
    translations: { 'pt-BR': { name: 'Duque', summary: 'Não expira' }, es: { name: 'Duque', summary: 'No caduca' } },
  },
]

const COINS: SeedProduct[] = [
  {
    ...item('1,000 coins', 'coins-1000', '12.90'),
    alt: 'Stacks of coins',
    summary: 'For the market',
    translations: {
      'pt-BR': { name: '1.000 moedas', summary: 'Para o mercado' },
      es: { name: '1.000 monedas', summary: 'Para el mercado' },
    },
  },
  {
    ...item('5,000 coins', 'coins-5000', '49.90'),
    alt: 'A sack of coins',
    summary: '500 coins extra',
    translations: {
      'pt-BR': { name: '5.000 moedas', summary: '500 moedas a mais' },
      es: { name: '5.000 monedas', summary: '500 monedas extra' },
    },
  },
]

const CRATES: SeedProduct[] = [
  {
    ...item('Harvest crate', 'crate-harvest', '14.90'),
    alt: 'A wooden crate with wheat',
    summary: '1 of 24 seasonal items',
    stock: 12,
    requiresOnline: true,
    translations: {
      'pt-BR': { name: 'Caixa da colheita', summary: '1 de 24 itens da estação' },
      es: { name: 'Caja de la cosecha', summary: '1 de 24 objetos de temporada' },
    },
  },
  {
    ...item('Wyrm crate', 'crate-wyrm', '24.90'),
    alt: 'A chest with the eye of a dragon',
    summary: '1 of 12 rare items',
    stock: 0,
    requiresOnline: true,
    translations: {
      'pt-BR': { name: 'Caixa do dragão', summary: '1 de 12 itens raros' },
      es: { name: 'Caja del dragón', summary: '1 de 12 objetos raros' },
    },
  },
]

export const CATEGORIES: SeedCategory[] = [
  {
    name: 'Ranks',
    slug: 'ranks',
    description: 'A higher rank includes everything in the ranks below it.',
    translations: {
      'pt-BR': { name: 'Cargos', description: 'Cada cargo inclui tudo dos cargos abaixo dele.' },
      es: { name: 'Rangos', description: 'Cada rango incluye todo lo de los rangos inferiores.' },
    },
    products: RANKS,
  },
  {
    name: 'Coins',
    slug: 'coins',
    description: '',
    translations: { 'pt-BR': { name: 'Moedas' }, es: { name: 'Monedas' } },
    products: COINS,
  },
  {
    name: 'Crates',
    slug: 'crates',
    description: '',
    translations: { 'pt-BR': { name: 'Caixas' }, es: { name: 'Cajas' } },
    products: CRATES,
  },
]

/** A row of the table that compares the ranks: its label in each language, and a value for each rank. */
export const COMPARISON: { label: Record<'en' | 'pt-BR' | 'es', string>; values: string[] }[] = [
  { label: { en: 'Homes', 'pt-BR': 'Casas', es: 'Casas' }, values: ['3', '6', '10', '20'] },
  {
    label: { en: 'Land claim, in blocks', 'pt-BR': 'Terreno, em blocos', es: 'Terreno, en bloques' },
    values: ['2,000', '5,000', '12,000', '30,000'],
  },
  {
    label: { en: 'Queue priority', 'pt-BR': 'Prioridade na fila', es: 'Prioridad en la cola' },
    values: ['no', 'yes', 'yes', 'yes'],
  },
  {
    label: { en: 'Colored name', 'pt-BR': 'Nome colorido', es: 'Nombre de color' },
    values: ['yes', 'yes', 'yes', 'yes'],
  },
  {
    label: { en: 'Own banner at the capital', 'pt-BR': 'Estandarte na capital', es: 'Estandarte en la capital' },
    values: ['no', 'no', 'yes', 'yes'],
  },
]
