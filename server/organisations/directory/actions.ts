import { comparableAddress } from '#contract/email-addresses.ts';
import type { Context } from '#server/platform/context.ts';
import * as people from './people-store.ts';
import * as store from './store.ts';

/**
 * A person who signs in through a connection of the organisation. `externalId` is the value of the claim that the owner
 * chose for the directory, `address` an address in the proven domains, `userId` the account that is linked already.
 */
type Arrival = { organisationId: number; externalId: string | null; address: string | null; userId?: number | null };

/**
 * The directory's word on a person: no directory is in use, or it does not let the person in, or it knows the person by
 * a record. `userId`: its account, while that is in the organisation; `isMade`: whether the directory made it, so that
 * it needs no proof (SSO-07).
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

/** Lists the people whose access the directory ended within a period, oldest first, in batches (SCIM-06). */
export async function* listOffboardings(ctx: Context, period: store.Period): AsyncGenerator<store.OffboardingRow[]> {
  let after: number | null = 0;
  while (after !== null) {
    const part: store.OffboardingRow[] = await store.listOffboardings(ctx.db, period, {
      after,
      limit: offboardingsAtOnce,
    });
    if (part.length > 0) yield part;
    after = part.length < offboardingsAtOnce ? null : (part.at(-1)?.id ?? null);
  }
}

/** Finds the record of a known account; else by the claim that the owner named, else by the address. */
async function meet(ctx: Context, arrival: Arrival): Promise<people.RecordRow | null> {
  const { organisationId, externalId, address, userId = null } = arrival;
  const linked = userId === null ? null : await people.findByAccount(ctx.db, organisationId, userId);
  if (linked) return linked;
  const [record, second] = externalId ? await people.listByExternalId(ctx.db, organisationId, externalId) : [];
  if (record && !second) return record;
  return address === null ? null : people.findByAddress(ctx.db, organisationId, comparableAddress(address));
}
