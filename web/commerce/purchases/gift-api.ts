// This file is separate from api.ts, so that the sign-in screen loads only this query.
import { queryOptions } from '@tanstack/react-query';
import { openGift } from '#contract/commerce/purchases.endpoints.ts';
import { call } from '#web/platform/api.ts';

/** Query of the gift behind a link. */
export const givenGift = (secret: string) =>
  queryOptions({
    queryKey: [openGift.path, secret],
    queryFn: () => call(openGift, { body: { secret } }),
    retry: false,
    gcTime: 0,
  });
