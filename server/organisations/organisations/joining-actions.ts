import type { Joined, JoinRequest, OrganisationOffer } from '#contract/organisations/organisations-domains.ts';
import type { PageQuery } from '#contract/text.ts';
import { findAccount } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { listOwners, lockMembership, requireMembership } from './actions.ts';
import * as domains from './domain-store.ts';
import { joinedMail, joinRequestMail } from './emails.ts';
import { deleteRequest, findMembership, insertAbsence, insertMembership, lockOrganisation } from './store.ts';

/** Page size when the query names none. */
const longestList = 200;

/**
 * Joins the organisation of the domain of the caller's address, or asks its owners and managers (ORG-04). To everybody
 * else it does not exist (ORG-08).
 * @throws organisations.not-found; organisations.already-in-one for its own members
 */
export async function join(ctx: MemberContext, organisationId: number, portal: Portal): Promise<Joined> {
  const { userId } = ctx.actor;
  if ((await findMembership(ctx.db, userId))?.organisationId === organisationId)
    throw fail('organisations.already-in-one');
  const offer = await domains.findOffer(ctx.db, userId);
  if (offer?.organisationId !== organisationId) throw fail('organisations.not-found');
  if (!(await lockOrganisation(ctx.db, organisationId))) throw fail('organisations.not-found');
  if (offer.joining === 'automatically') {
    if (!(await insertMembership(ctx.db, { organisationId, userId, role: 'learner' }))) {
      throw fail('organisations.already-in-one');
    }
    await recordJoined(ctx, organisationId, userId);
    return { status: 'joined' };
  }
  if (await domains.insertRequest(ctx.db, organisationId, userId)) await tellOwners(ctx, offer, portal);
  return { status: 'asked' };
}

async function tellOwners(ctx: MemberContext, offer: OrganisationOffer, portal: Portal): Promise<void> {
  const { organisationId, name: organisation } = offer;
  const account = await findAccount(ctx, ctx.actor.userId);
  if (!account) return;
  const asking = { organisation, name: fullName(account), address: account.email };
  const site = await portal.site(ctx);
  for (const { userId, name, email } of await listOwners(ctx, organisationId)) {
    const mail = joinRequestMail({ ...asking, email, firstName: name }, site);
    const key = `organisation-request:${ctx.origin.requestId}.${userId}` as const;
    await queueMail(ctx.db, { kind: 'account', key }, mail);
  }
}

const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim();

/** Lists the people who ask to join, oldest first, with their number (ORG-04). */
export async function listRequests(
  ctx: MemberContext,
  organisationId: number,
  { page = 1, pageSize = longestList }: PageQuery,
): Promise<{ requests: JoinRequest[]; total: number }> {
  await requireMembership(ctx, organisationId);
  const rows = await domains.listRequests(ctx.db, organisationId, { limit: pageSize, offset: (page - 1) * pageSize });
  const requests = rows.map(({ userId, firstName, lastName, email, askedAt }) => ({
    userId,
    name: `${firstName} ${lastName}`.trim(),
    email,
    askedAt: askedAt.toISOString(),
  }));
  return { requests, total: await domains.countRequests(ctx.db, organisationId) };
}

type Asking = { organisationId: number; userId: number };

/**
 * Adds a person as a learner, with a mail. The caller must have locked the organisation.
 * @returns false when the person is in an organisation already
 */
export async function addLearner(
  ctx: Context,
  { organisationId, userId, ...person }: NewPerson,
  portal: Portal,
): Promise<boolean> {
  if (!(await insertMembership(ctx.db, { organisationId, userId, role: 'learner' }))) return false;
  await recordJoined(ctx, organisationId, userId);
  await mailJoined(ctx, { organisationId, userId, ...person }, portal);
  return true;
}

/**
 * Accepts a request to join, as a learner.
 * @throws organisations.not-found, organisations.not-allowed, organisations.request-not-found
 */
export async function acceptRequest(ctx: MemberContext, asking: Asking, portal: Portal): Promise<void> {
  const { name: organisation } = await lockMembership(ctx, asking.organisationId);
  const { email, firstName } = await findRequest(ctx, asking);
  if (!(await insertMembership(ctx.db, { ...asking, role: 'learner' }))) throw fail('organisations.request-not-found');
  await recordJoined(ctx, asking.organisationId, asking.userId);
  await mailJoined(ctx, { ...asking, email, firstName, organisation }, portal);
}

/**
 * Declines a request; the domain no longer lets this person join.
 * @throws organisations.not-found, organisations.not-allowed, organisations.request-not-found
 */
export async function declineRequest(ctx: MemberContext, asking: Asking): Promise<void> {
  await lockMembership(ctx, asking.organisationId);
  await findRequest(ctx, asking);
  await deleteRequest(ctx.db, asking.userId);
  await insertAbsence(ctx.db, asking.organisationId, asking.userId);
  const { organisationId: objectId, userId: memberId } = asking;
  await audit(ctx, { action: 'decline-request', object: 'organisation', objectId, memberId });
}

async function findRequest(ctx: MemberContext, { organisationId, userId }: Asking): Promise<domains.RequestRow> {
  const request = await domains.findRequest(ctx.db, organisationId, userId);
  if (!request) throw fail('organisations.request-not-found');
  return request;
}

/** Maximum number of people that one transaction adds. */
const peopleAtOnce = 100;

export const listAutomatic = (ctx: Context) => domains.listAutomatic(ctx.db);

/** Adds and mails the next people who join by an organisation's domains. @returns whether there may be more */
export async function letNextIn(
  ctx: Context,
  organisationId: number,
  { portal, failures }: { portal: Portal; failures: ItemFailures },
): Promise<boolean> {
  const organisation = await lockOrganisation(ctx.db, organisationId);
  if (!organisation) return false;
  const joined = await domains.insertPeopleOfDomains(ctx.db, organisationId, peopleAtOnce);
  for (const { id: userId, ...person } of joined) {
    await recordJoined(ctx, organisationId, userId);
    await failures.attemptInside(ctx.db, `member ${userId}`, () =>
      mailJoined(ctx, { ...person, organisationId, userId, organisation: organisation.name }, portal),
    );
  }
  return joined.length === peopleAtOnce;
}

function recordJoined(ctx: Context, objectId: number, memberId: number): Promise<void> {
  return audit(ctx, { action: 'join', object: 'organisation', objectId, memberId, after: 'learner' });
}

type NewPerson = Asking & { email: string; firstName: string; organisation: string };

async function mailJoined(ctx: Context, { organisationId, userId, ...person }: NewPerson, portal: Portal) {
  const key = `organisation-joined:${organisationId}.${userId}` as const;
  await queueMail(ctx.db, { kind: 'account', key }, joinedMail(person, await portal.site(ctx)));
}
