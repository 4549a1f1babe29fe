import './styles/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { forgetMember } from './features/accounts/api.ts';
import { hideAddressToken } from './platform/address-token.ts';
import { createQueryClient } from './platform/queries.ts';
import { followTheme } from './platform/theme.ts';
import { createPortalRouter } from './routes.tsx';
import { loadFonts } from './shell/fonts.ts';

hideAddressToken();
followTheme();

const container = document.getElementById('root');
if (!container) throw new Error('The page has no element #root');

const client = createQueryClient(forgetMember);
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={createPortalRouter(client)} />
    </QueryClientProvider>
  </StrictMode>,
);
loadFonts(client);
