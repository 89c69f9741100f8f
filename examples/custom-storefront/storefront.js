/** The host of the store. `?store=https://vale.stores.example` replaces it. */
const STORE = new URLSearchParams(location.search).get('store') ?? sessionStorage.getItem('store') ?? 'https://vale.stores.example'
const API = `${STORE}/api/storefront/1.0`
const POLL_MS = 2_000

const find = (id) => document.getElementById(id)

/** Calls the storefront API. An error of it has a `detail` that can be shown to the buyer. */
async function call(method, path, { token, body } = {}) {
  const response = await fetch(`${API}${path}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const result = await response.json()
  if (!response.ok) throw new Error(result.detail)
  return result
}

/** Does something, and shows why it failed. */
async function tryTo(work) {
  find('error').textContent = ''
  try {
    await work()
  } catch (error) {
    find('error').textContent = error.message
  }
}

/** Texts of the store are set as text, never as HTML. */
function item(text, ...buttons) {
  const element = document.createElement('li')
  const label = document.createElement('span')
  label.textContent = text
  element.append(label, ...buttons)
  return element
}

function button(text, onClick) {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = text
  element.addEventListener('click', () => void tryTo(onClick))
  return element
}

let basket

async function changeBasket(method, path, body) {
  basket = await call(method, path, { token: basket.token, body })
  localStorage.setItem('basket', basket.token)
  showBasket()
}

function showBasket() {
  const { lines, total, player, isProven, providers, isReady } = basket
  find('lines').replaceChildren(
    ...lines.map(({ productId, variantId, name, variantName, quantity, total: price, problem }) =>
      item(
        `${quantity} × ${name}${variantName ? `, ${variantName}` : ''}: ${price.formatted}${problem ? ` (${problem})` : ''}`,
        button('Remove', () => changeBasket('PUT', '/basket/lines', { productId, variantId, quantity: 0 })),
      ),
    ),
  )
  find('total').textContent = total.formatted
  find('who').textContent = isTyped() ? 'Player name' : isProven ? `You are ${player}` : 'Type /link in the game, and the code here'
  find('checkout').elements.player.required = isTyped() || !isProven
  find('providers').replaceChildren(
    ...providers.map((provider) => {
      const element = button(`Pay with ${provider}`, () => pay(provider))
      element.disabled = !isReady
      return element
    }),
  )
}

function showProducts(products) {
  const entries = products.flatMap(({ id: productId, name, isSoldOut, variants }) =>
    variants.map((variant) => {
      const add = button('Add', () =>
        changeBasket('POST', '/basket/lines', { productId, variantId: variant.id, quantity: 1 }),
      )
      add.disabled = isSoldOut
      return item(`${name}${variant.name ? `, ${variant.name}` : ''}: ${variant.price.formatted}`, add)
    }),
  )
  find('products').replaceChildren(...entries)
}

/** A store that accepts no typed names sells only to players who prove who they are. */
const isTyped = () => basket.identityProviders.some((name) => name === 'name' || name === 'minecraft')

async function namePlayer(text) {
  if (isTyped()) await changeBasket('PUT', '/basket/player', { player: text })
  else if (!basket.isProven) await changeBasket('POST', '/basket/player/code', { code: text })
}

async function pay(provider) {
  const form = find('checkout')
  if (!form.reportValidity()) return
  await namePlayer(form.elements.player.value)
  const { orderToken, paymentPageUrl } = await call('POST', '/basket/checkout', {
    token: basket.token,
    body: {
      provider,
      totalMinor: basket.total.minor,
      consent: form.elements.consent.checked,
      returnUrl: `${location.origin}${location.pathname}?paid`,
    },
  })
  // The provider sends the buyer back to this page, without the token.
  sessionStorage.setItem('store', STORE)
  sessionStorage.setItem('order', orderToken)
  location.assign(paymentPageUrl ?? '?paid')
}

async function followOrder(token) {
  find('order').hidden = false
  for (;;) {
    const order = await call('GET', '/order', { token })
    find('state').textContent = `${order.state}: ${order.delivered} of ${order.count} delivered, ${order.total.formatted}`
    find('items').replaceChildren(...order.items.map(({ name, statusText }) => item(`${name}: ${statusText}`)))
    if (!order.isChanging) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function openShop() {
  const [{ items }, kept] = await Promise.all([call('GET', '/products'), keptBasket()])
  basket = kept
  showProducts(items)
  showBasket()
  find('shop').hidden = false
}

/** The basket of the last visit, if it has not expired. */
async function keptBasket() {
  const token = localStorage.getItem('basket')
  const found = token && (await call('GET', '/basket', { token }).catch(() => undefined))
  return found || call('POST', '/baskets')
}

await tryTo(async () => {
  const { title, isOpen, closedMessage } = await call('GET', '/store')
  find('title').textContent = title
  document.title = title
  if (!isOpen) throw new Error(closedMessage ?? 'The store is closed.')
  const order = sessionStorage.getItem('order')
  await (new URLSearchParams(location.search).has('paid') && order ? followOrder(order) : openShop())
})
