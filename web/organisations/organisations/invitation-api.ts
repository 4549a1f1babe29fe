// Apart from api.ts, because the sign-in screen needs it.
import { queryOptions } from '@tanstack/react-query';
import { openInvitation } from '#contract/organisations/organisations.endpoints.ts';
import { call } from '#web/platform/api.ts';

/** Query of the invitation of a link. */
export const openInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: [openInvitation.path, token],
    queryFn: () => call(openInvitation, { body: { token } }),
    gcTime: 0,
  });
