import type { AssignedLearning, AssignmentForm, ChangedAssignments } from '#contract/learning/learning.ts';
import { countWithoutSeat, getAccess } from '#server/commerce/access/actions.ts';
import { lockMembership } from '#server/organisations/organisations/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import * as store from './store.ts';

/**
 * Assigns resources to all the named people of the organisation or to none (LEARN-01). Locks the organisation, so that
 * no seat is taken back and no person leaves at the same time. People without a seat are assigned as well, because
 * rejecting them would reveal the others, who bought the resource themselves (ORG-10). Existing assignments remain; for
 * new ones, queues the job that mails the people.
 * @throws learning.due-day, learning.bundle, learning.no-people, organisations.person-not-found, catalogue.not-found,
 * organisations.not-found, organisations.not-allowed
 */
export async function assign(
  ctx: MemberContext,
  organisationId: number,
  form: AssignmentForm,
): Promise<AssignedLearning> {
  await lockMembership(ctx, organisationId);
  const resourceIds = [...new Set(form.resourceIds)];
  // For the caller, a resource that the caller cannot see does not exist.
  for (const resourceId of resourceIds) await getAccess(ctx, resourceId);
  if (!(await store.isDueDay(ctx.db, form.dueOn))) throw fail('learning.due-day');
  if (await store.hasBundle(ctx.db, resourceIds)) throw fail('learning.bundle');
  const userIds = await findPeople(ctx, organisationId, form);
  const { dueOn, refreshMonths, asksConfirmation } = form;
  const made = {
    organisationId,
    userIds,
    resourceIds,
    dueOn,
    refreshMonths,
    asksConfirmation,
    madeBy: ctx.actor.userId,
  };
  const assigned = await store.insertAssignments(ctx.db, made);
  if (assigned > 0) {
    const after = { resourceIds, people: userIds.length, assigned, dueOn, refreshMonths, asksConfirmation };
    const memberId = userIds.length === 1 ? userIds[0] : null;
    await audit(ctx, { action: 'assign-learning', object: 'organisation', objectId: organisationId, memberId, after });
    await enqueue(ctx.db, 'remind-learners', { organisationId }, { key: `remind-learners:${organisationId}` });
  }
  const withoutSeat = await countWithoutSeat(ctx, organisationId, { resourceIds, userIds });
  return { assigned, alreadyAssigned: userIds.length * resourceIds.length - assigned, withoutSeat };
}

async function findPeople(ctx: Context, organisationId: number, { people, roles }: AssignmentForm): Promise<number[]> {
  const userIds = await store.listNamed(ctx.db, organisationId, { people, roles });
  if (people && userIds.length < new Set(people).size) throw fail('organisations.person-not-found');
  if (userIds.length === 0) throw fail('learning.no-people');
  return userIds;
}

/**
 * Changes the due date of live assignments.
 * @throws learning.due-day, learning.assignment-not-found, organisations.not-found, organisations.not-allowed
 */
export async function changeDueDay(ctx: MemberContext, which: store.Which, dueOn: string): Promise<ChangedAssignments> {
  await lockMembership(ctx, which.organisationId);
  if (!(await store.isDueDay(ctx.db, dueOn))) throw fail('learning.due-day');
  return recorded(ctx, which, await store.updateDueDay(ctx.db, which, dueOn), { dueOn });
}

/**
 * Ends live assignments; their completions remain.
 * @throws learning.assignment-not-found, organisations.not-found, organisations.not-allowed
 */
export async function endAssignments(ctx: MemberContext, which: store.Which): Promise<ChangedAssignments> {
  await lockMembership(ctx, which.organisationId);
  return recorded(ctx, which, await store.endAssignments(ctx.db, which), null);
}

/** Writes a change of assignments to the audit log. @param after null when they ended */
async function recorded(
  ctx: MemberContext,
  { organisationId }: store.Which,
  changed: readonly store.ChangedRow[],
  after: { dueOn: string } | null,
): Promise<ChangedAssignments> {
  const [first] = changed;
  if (!first) throw fail('learning.assignment-not-found');
  const isOne = changed.length === 1;
  const before = { resourceId: first.resource_id, people: changed.length, ...(isOne && { dueOn: first.was }) };
  await audit(ctx, {
    action: after ? 'change-due-day' : 'end-assignments',
    object: 'organisation',
    objectId: organisationId,
    memberId: isOne ? first.user_id : null,
    before,
    after: after && { ...before, ...after },
  });
  return { changed: changed.length };
}

/**
 * Records that the caller confirms "I have read and understood this." (LEARN-02). Confirming again changes nothing.
 * @throws learning.assignment-not-found, learning.not-completed
 */
export async function confirm(ctx: MemberContext, assignmentId: number): Promise<void> {
  const found = await store.findToConfirm(ctx.db, ctx.actor.userId, assignmentId);
  if (!found) throw fail('learning.assignment-not-found');
  if (found.isCompleted) return;
  if (!(await store.confirmLatest(ctx.db, assignmentId))) throw fail('learning.not-completed');
}

/**
 * Shares the caller's completion from before the assignment with the organisation (LEARN-02).
 * @throws learning.assignment-not-found, also when there is no such completion
 */
export async function shareEarlier(ctx: MemberContext, assignmentId: number): Promise<void> {
  if (!(await store.shareEarlier(ctx.db, ctx.actor.userId, assignmentId))) throw fail('learning.assignment-not-found');
}
