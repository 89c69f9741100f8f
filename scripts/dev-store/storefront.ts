import type { StorefrontChanges } from '../../server/src/stores/storefront/update-storefront.ts'

const TERMS = `## What you buy

Items of a game, delivered in the game after payment. They have no value outside of it.

## Delivery

Most items arrive within seconds. Items that need you online wait until you join.

## Withdrawal

You can withdraw from the contract for 14 days for items that were not delivered yet, on the page of your order.`

const TERMS_PT = `## O que você compra

Itens de um jogo, entregues no jogo depois do pagamento. Eles não têm valor fora dele.

## Entrega

A maioria dos itens chega em segundos. Itens que exigem você online esperam até você entrar.

## Desistência

Você pode desistir do contrato por 14 dias para itens que ainda não foram entregues, na página do seu pedido.`

const TERMS_ES = `## Qué compras

Objetos de un juego, que se entregan en el juego después del pago. No tienen valor fuera de él.

## Entrega

La mayoría de los objetos llega en segundos. Los que necesitan que estés conectado esperan hasta que entres.

## Desistimiento

Puedes desistir del contrato durante 14 días para los objetos que aún no se entregaron, en la página de tu pedido.`

export const STOREFRONT: Omit<StorefrontChanges, 'storeId'> = {
  locales: ['en', 'pt-BR', 'es'],
  timeZone: 'America/Sao_Paulo',
  showRecentPurchases: true,
  showTopSupporter: true,
  joinAddress: 'play.vale.example',
  goal: {
    title: 'This month: the Northern Isles map',
    amountMinor: 200_000,
    translations: {
      'pt-BR': { title: 'Meta do mês: o mapa das Ilhas do Norte' },
      es: { title: 'Meta del mes: el mapa de las Islas del Norte' },
    },
  },
  texts: {
    title: 'The Vale store',
    tagline:
      'Items arrive in the game seconds after payment. Sales pay for the servers, and nothing here gives an advantage in combat.',
    seller: 'Sold by Vale Jogos Ltda., São Paulo.',
    support: 'https://vale.example/support',
    terms: TERMS,
    privacy: 'The store keeps the name of the player, what was bought, and the e-mail address if you gave one.',
  },
  translations: {
    'pt-BR': {
      title: 'A loja do Vale',
      tagline:
        'Os itens chegam no jogo segundos depois do pagamento. As vendas pagam os servidores, e nada aqui dá vantagem em combate.',
      seller: 'Vendido por Vale Jogos Ltda., São Paulo.',
      terms: TERMS_PT,
      privacy: 'A loja guarda o nome do jogador, o que foi comprado e o e-mail, se você o informou.',
    },
    es: {
      title: 'La tienda de Vale',
      tagline:
        'Los objetos llegan al juego segundos después del pago. Las ventas pagan los servidores, y nada de aquí da ventaja en combate.',
      seller: 'Vendido por Vale Jogos Ltda., São Paulo.',
      terms: TERMS_ES,
      privacy: 'La tienda guarda el nombre del jugador, lo que compró y el correo, si lo diste.',
    },
  },
}

export const RULES = {
  slug: 'rules',
  title: 'Rules',
  body: '1. Be kind.\n2. Build only on your own land.\n3. No cheats.',
  translations: {
    'pt-BR': { title: 'Regras', body: '1. Seja gentil.\n2. Construa só no seu terreno.\n3. Sem trapaças.' },
    es: { title: 'Reglas', body: '1. Sé amable.\n2. Construye solo en tu terreno.\n3. Sin trampas.' },
  },
}

/** Oldest first. */
export const PURCHASES: { player: string; product: string; variant?: string; quantity: number; minutesAgo: number }[] =
  [
    { player: 'IlseOfTheFen', product: 'duke', quantity: 1, minutesAgo: 900 },
    { player: 'IlseOfTheFen', product: 'coins-5000', quantity: 8, minutesAgo: 890 },
    { player: 'Mira_V', product: 'coins-5000', quantity: 5, minutesAgo: 700 },
    { player: 'OldBram', product: 'duke', quantity: 1, minutesAgo: 480 },
    { player: 'tomasz_k', product: 'coins-5000', quantity: 3, minutesAgo: 300 },
    { player: 'Rowan_Hale', product: 'squire', quantity: 1, minutesAgo: 190 },
    { player: 'IlseOfTheFen', product: 'coins-1000', quantity: 1, minutesAgo: 72 },
    { player: 'OldBram', product: 'crate-harvest', quantity: 3, minutesAgo: 21 },
    { player: 'tomasz_k', product: 'knight', variant: '90 days', quantity: 1, minutesAgo: 4 },
  ]
