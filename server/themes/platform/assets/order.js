// Replaces the content of the page when the order has changed. Without scripts, the page reloads itself.
const source = new EventSource(`${location.pathname}/events`)
source.addEventListener('message', () => void update())

async function update() {
  const response = await fetch(location.href)
  if (!response.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  document.title = page.title
  document.querySelector('main').replaceChildren(...page.querySelector('main').childNodes)
  if (!document.querySelector('.live')) source.close()
}
