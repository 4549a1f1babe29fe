import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { createPortalRouter } from '../routes.tsx';

type PortalAppProps = { client: QueryClient; router: ReturnType<typeof createPortalRouter> };

/** The whole app, for the browser and for pages that the server renders. */
export function PortalApp({ client, router }: PortalAppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
