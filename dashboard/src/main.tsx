import '@fontsource-variable/ibm-plex-sans/wght.css'
import '@fontsource/ibm-plex-mono/latin-400.css'
import '@fontsource/ibm-plex-mono/latin-500.css'
import './styles/index.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ProofProvider } from './app/proof.tsx'
import { queryClient } from './app/query-client.ts'
import { router } from './app/router.tsx'
import { applyScheme } from './app/scheme.ts'
import { activateLocale, findLocale, TextsProvider } from './app/texts.tsx'

const element = document.querySelector('#root')
if (!element) throw new Error('The page has no #root')
applyScheme()
// The code of the screen, the account and the texts are loaded at the same time.
const routes: Record<string, AnyRoute> = router.routesById
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  const route = routes[String(routeId)]
  if (route) void router.loadRouteChunk(route)
}
void router.load()
await activateLocale(findLocale())
createRoot(element).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <TextsProvider>
        <QueryClientProvider client={queryClient}>
          <ProofProvider>
            <RouterProvider router={router} />
          </ProofProvider>
        </QueryClientProvider>
      </TextsProvider>
    </CSPProvider>
  </StrictMode>,
)
