import { comparableAddress } from '#contract/email-addresses.ts';
import type { Context } from '#server/platform/context.ts';
import { offboardingHead, offboardingLines } from './offboarding-rules.ts';
import * as people from './people-store.ts';
import * as store from './store.ts';

/**
 * A person who signs in through a connection of the organisation. `externalId` is the value of the claim that the owner
 * chose for the directory, `address` the email address from the provider, `userId` the account if it is known.
 */
type Arrival = { organisationId: number; externalId: string | null; address: string | null; userId?: number | null };

/**
 * The directory's decision about a person: `none` while no directory is in use, `refused` when it does not let the
 * person in, `known` when it has a record. `userId` is the record's account, null while that is not in the
 * organisation; `isMade` says whether the directory made the account, so that it needs no proof (SSO-07).
 */
export type DirectoryWord =
  | { kind: 'none' | 'refused' }
  | { kind: 'known'; recordId: string; userId: number | null; isMade: boolean };

/**
 * Asks the directory of an organisation about a person who signs in through its connection (SCIM-02). While a token is
 * in use, a person whom the directory does not have, or has as inactive, is refused.
 */
export async function askDirectory(ctx: Context, arrival: Arrival): Promise<DirectoryWord> {
  if (!(await store.isInUse(ctx.db, arrival.organisationId))) return { kind: 'none' };
  const record = await meet(ctx, arrival);
  if (!record?.is_active) return { kind: 'refused' };
  const { id: recordId, user_id, outcome } = record;
  const linked = user_id === null ? null : await store.findAccountById(ctx.db, user_id);
  const userId = linked?.organisationId === arrival.organisationId ? linked.userId : null;
  return { kind: 'known', recordId, userId, isMade: outcome === 'made' };
}

/** Links the record of a person after a sign-in through the organisation's connection. */
export function linkDirectoryPerson(ctx: Context, recordId: string, userId: number): Promise<void> {
  return people.linkRecord(ctx.db, recordId, userId);
}

/** Sums the access that the directory ended within a period (SCIM-06). */
export function sumOffboardings(ctx: Context, period: store.Period) {
  return store.sumOffboardings(ctx.db, period);
}

const offboardingsAtOnce = 500;

/** Yields the text of offboarding.csv: whose access the directory ended within a period, and what that was (SCIM-06). */
export async function* offboardingCsv(ctx: Context, period: store.Period): AsyncGenerator<string> {
  yield offboardingHead;
  let after: number | null = 0;
  while (after !== null) {
    const part: store.OffboardingRow[] = await store.listOffboardings(ctx.db, period, {
      after,
      limit: offboardingsAtOnce,
    });
    yield offboardingLines(part);
    after = part.length < offboardingsAtOnce ? null : (part.at(-1)?.id ?? null);
  }
}

/** Finds the record of a known account; without one by the claim that the owner named, and then by the address. */
async function meet(ctx: Context, arrival: Arrival): Promise<people.RecordRow | null> {
  const { organisationId, externalId, address, userId = null } = arrival;
  const linked = userId === null ? null : await people.findByAccount(ctx.db, organisationId, userId);
  if (linked) return linked;
  const [record, second] = externalId ? await people.listByExternalId(ctx.db, organisationId, externalId) : [];
  if (record && !second) return record;
  return address === null ? null : people.findByAddress(ctx.db, organisationId, comparableAddress(address));
}
