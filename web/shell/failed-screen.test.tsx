import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { noteReloads } from '#tests/support/web/browser.ts';
import { renderPart } from '#tests/support/web/render.tsx';
import { createQueryClient } from '../platform/queries.ts';
import { UnreachableError } from '../platform/screen.ts';
import { FailedScreen } from './FailedScreen.tsx';

test('NAV-14 a connection that is back while Try again still waits loads the page', async () => {
  const reload = noteReloads();
  const asked = vi.fn(() => new Promise<Response>(() => {}));
  vi.stubGlobal('fetch', asked);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user } = renderPart(
    <QueryClientProvider client={createQueryClient()}>
      <FailedScreen error={new UnreachableError()} reset={() => {}} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  asked.mockImplementation(async () => new Response());
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});
