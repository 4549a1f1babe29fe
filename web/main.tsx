import './styles/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { currentUserQuery, forgetMember } from './features/accounts/api.ts';
import { hideAddressToken } from './platform/address-token.ts';
import { portalConfigQuery } from './platform/config.ts';
import { hydrateFirstPage } from './platform/first-page.ts';
import { createQueryClient } from './platform/queries.ts';
import { applyTheme } from './platform/theme.ts';
import { createPortalRouter } from './routes.tsx';
import { loadFonts } from './shell/fonts.ts';

/** How long the page's own mark is shown while these answers are missing; then the screens say what they wait for. */
const patienceMilliseconds = 400;

async function start() {
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no element #root');
  const client = createQueryClient({ onSignedOut: forgetMember });
  hydrateFirstPage(client);
  // Usually known by now, so that the frame is drawn once and whole; the screens show what fails.
  const isKnown = Promise.all([client.prefetchQuery(portalConfigQuery), client.prefetchQuery(currentUserQuery)]);
  await Promise.race([isKnown, new Promise((resolve) => setTimeout(resolve, patienceMilliseconds))]);
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={createPortalRouter(client)} />
      </QueryClientProvider>
    </StrictMode>,
  );
  loadFonts(client);
}

hideAddressToken();
applyTheme();
void start();
