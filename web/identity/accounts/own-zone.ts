import type { QueryClient } from '@tanstack/react-query';
import { updateProfile } from '#contract/identity/accounts.endpoints.ts';
import { zoneName } from '#web/local-time.ts';
import { call } from '#web/platform/api.ts';
import { currentUserQuery } from './api.ts';

/** Sends the browser's time zone for a member without one (SET-21). After a failure the next page tries again. */
export async function sendOwnZone(client: QueryClient): Promise<void> {
  try {
    const user = await call(updateProfile, { body: { timeZone: zoneName() } });
    client.setQueryData(currentUserQuery.queryKey, (known) => known && { ...known, timeZone: user.timeZone });
  } catch {
    // Until then the screens have the browser's zone, and mails are in UTC.
  }
}
