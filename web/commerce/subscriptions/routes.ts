import { createRoute } from '@tanstack/react-router';
import { resourceQuery } from '#web/catalogue/catalogue/api.ts';
import { resourceIdOf } from '#web/catalogue/catalogue/display.ts';
import { loadForMember } from '#web/identity/accounts/loader.ts';
import { screen } from '#web/platform/screen.ts';
import { members } from '#web/shell/layouts.tsx';
import { returnSearch } from '../purchases/success-display.ts';

export const subscribeRoute = createRoute({
  getParentRoute: () => members,
  path: '/subscribe/$resourceId',
  validateSearch: returnSearch.validateSearch,
  ...screen('SubscribeScreen', () => import('./SubscribeScreen.tsx')),
  loader: ({ context, params }) => {
    const id = resourceIdOf(params.resourceId);
    return id === null ? undefined : loadForMember(context, (client) => client.prefetchQuery(resourceQuery(id)));
  },
});
