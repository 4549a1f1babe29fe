import { OrganisationRole } from '#contract/organisations/organisations.ts';
import { returnSeats } from '#server/commerce/access/seat-actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { endOwnKeys } from '#server/identity/api-keys/actions.ts';
import { endAssistants } from '#server/identity/assistants/actions.ts';
import { endConnectionAccess } from '#server/identity/connections/actions.ts';
import type { Context } from '#server/platform/context.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { removedMail } from './emails.ts';
import { deleteToolTokens } from './ending-store.ts';
import { deleteInvitationsBy } from './invitation-store.ts';
import { mayChange } from './rules.ts';
import { deleteMembership, findMembership, insertAbsence } from './store.ts';

type OnePerson = { organisationId: number; userId: number };

/** Numbers of sessions, seats, keys and tokens that a person lost. */
export type Ended = { sessions: number; seats: number; keys: number; tokens: number };

type Ending = OnePerson & {
  /** Whether the role stays, because an organisation keeps its last owner. */
  keepsRole?: boolean;
  /** Whether the organisation closes: its seats still open for some time (ORG-09), its invitations end all at once. */
  isClosing?: boolean;
  /**
   * Whether the person's own API keys and assistants end as well, because the company's directory ends the access
   * (SCIM-03).
   */
  endsKeys?: boolean;
};

/**
 * Ends everything that an organisation gave a person (ORG-06). The database ends the assignments and the answers to
 * open rounds together with the membership. The caller must have locked the organisation and, unless the role stays or
 * the organisation closes, checked that another owner is left.
 */
export async function endGiven(ctx: Context, { keepsRole, isClosing, endsKeys, ...person }: Ending): Promise<Ended> {
  const { organisationId, userId } = person;
  const tokens = isClosing ? 0 : await deleteToolTokens(ctx.db, organisationId, userId);
  const seats = isClosing ? 0 : await returnSeats(ctx, organisationId, userId);
  const keys = endsKeys ? await endOwnKeys(ctx, userId) : 0;
  if (endsKeys) await endAssistants(ctx, userId);
  const place = await findMembership(ctx.db, userId);
  if (!keepsRole) await deleteMembership(ctx.db, person);
  if (!keepsRole && !isClosing) {
    if (place?.role === 'owner') await noticeFormerOwner(ctx, organisationId);
    await endInvitationsBy(ctx, person, null);
    await insertAbsence(ctx.db, organisationId, userId, ctx.actor?.userId === userId);
  }
  const { sessions } = await endConnectionAccess(ctx, person);
  return { sessions, seats, keys, tokens };
}

/**
 * Queues the jobs that find keys whose person is no longer an owner (APIKEY-05) and that warn about webhooks and tokens
 * that go on (HOOK-01). Every action that ends the membership or the role of an owner must call it.
 */
export async function noticeFormerOwner(ctx: Context, organisationId: number): Promise<void> {
  await enqueue(ctx.db, 'warn-of-former-owner', { organisationId }, { key: `warn-of-former-owner:${organisationId}` });
  await enqueue(ctx.db, 'notice-left-keys', {}, { key: `notice-left-keys:${organisationId}` });
}

/** Deletes the invitations by a person that the person could no longer make with the remaining role, null for none. */
export async function endInvitationsBy(ctx: Context, person: OnePerson, role: OrganisationRole | null): Promise<void> {
  const roles = OrganisationRole.options.filter((invited) => role === null || !mayChange(role, invited));
  if (roles.length > 0) await deleteInvitationsBy(ctx.db, { ...person, roles });
}

type Removed = { email: string; firstName: string; organisation: string };

/** Mails a person who was removed from an organisation. */
export async function mailRemoved(ctx: Context, removed: Removed, portal: Portal): Promise<void> {
  const mail = removedMail(removed, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'account', key: `organisation-removed:${ctx.origin.requestId}` }, mail);
}
