// Replaces the content of the page when the order has changed. Without scripts, the page reloads itself.
const POLL_MS = 15_000
const main = document.querySelector('main')
const status = document.createElement('p')
status.className = 'visually-hidden'
status.setAttribute('role', 'status')
document.body.append(status)

const source = new EventSource(`${location.pathname}/events`)
source.addEventListener('message', () => void update())
source.addEventListener('error', () => {
  // The browser connects again by itself, unless the server refused.
  if (source.readyState === EventSource.CLOSED) setTimeout(() => void update(), POLL_MS)
})

async function update() {
  const response = await fetch(location.href).catch(() => undefined)
  if (response?.ok) show(new DOMParser().parseFromString(await response.text(), 'text/html'))
  const isDone = !main.querySelector('.live')
  if (isDone) source.close()
  else if (source.readyState === EventSource.CLOSED) setTimeout(() => void update(), POLL_MS)
}

function show(page) {
  const next = page.querySelector('main')
  document.title = page.title
  if (contentOf(next) === contentOf(main)) {
    // Only the time of the last update has changed.
    const time = main.querySelector('.live time')
    time?.replaceWith(next.querySelector('.live time') ?? time)
    return
  }
  const focused = main.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null
  main.replaceChildren(...next.childNodes)
  const link = [...main.querySelectorAll('a')].find((each) => each.getAttribute('href') === focused)
  link?.focus({ preventScroll: true })
  status.textContent = main.querySelector('h1').textContent
}

function contentOf(element) {
  const copy = element.cloneNode(true)
  copy.querySelector('.live')?.remove()
  return copy.innerHTML
}
