import type { Selectable } from 'kysely';
import type { PassedCheck } from '#contract/learning/checks-standing.ts';
import type { Tables } from '#server/migrations/tables.ts';
import { type ChangedRow, type ChangesPage, changedAt } from '#server/platform/database/changes.ts';
import type { Db } from '#server/platform/database/db.ts';
import { passedCheck } from './store.ts';

type Row = Selectable<Tables['completions']>;

export type CompletionRow = ChangedRow &
  Pick<Row, 'user_id' | 'resource_id' | 'content_version' | 'completed_at' | 'confirmed_at'> &
  Pick<Selectable<Tables['users']>, 'first_name' | 'last_name' | 'email'> & { title: string; check: PassedCheck };

const changed = 'greatest(c.completed_at, c.confirmed_at, c.scored_at)';

const pageOf = (condition: string, { from = 'completions c', at = changed, day = 'c.completed_at' } = {}) =>
  `select c.id, c.user_id, c.resource_id, c.content_version, ${day} as completed_at,
    c.confirmed_at, u.first_name, u.last_name, u.email, r.title, ${changedAt(at)} as changed_at,
    ${passedCheck('c.id')} as "check"
  from ${from} join users u on u.id = c.user_id join resources r on r.id = c.resource_id
  where (${at}, c.id) > ($1::timestamptz, $2::integer) and ${condition} order by ${at}, c.id limit $3`;

/** Lists a page of the completions of a member, or of all members whose accounts are not deleted. */
export function listCompletions(db: Db, page: ChangesPage, userId: number | null): Promise<CompletionRow[]> {
  const values = [page.changedAt, page.id, page.limit];
  return userId === null
    ? db.prepared('learning.list_completions', pageOf('u.deleted_at is null'), values)
    : db.prepared('learning.list_own_completions', pageOf('c.user_id = $4'), [...values, userId]);
}

/**
 * Lists a page of the completions of an organisation's assignments, by people who are still in it (ORG-10). For an
 * organisation a completion also changes when it is counted later, which issues its certificate, and when its person
 * comes back.
 */
export function listOfOrganisation(db: Db, page: ChangesPage, organisationId: number): Promise<CompletionRow[]> {
  return db.prepared(
    'learning.list_organisation_completions',
    pageOf(
      'k.organisation_id = $4 and exists (select from assignments a where a.completion_id = c.id and a.organisation_id = k.organisation_id)',
      {
        from: `certificates k join completions c on c.id = k.completion_id
        join organisation_people p on p.user_id = c.user_id and p.organisation_id = k.organisation_id`,
        at: 'greatest(c.completed_at, c.confirmed_at, c.scored_at, k.issued_at, p.joined_at)',
        // Of a completion from before the assignment, the day on which it counted, such as that of its confirmation
        // (ORG-10).
        day: `case when exists (select from assignments a where a.completion_id = c.id
          and a.organisation_id = k.organisation_id and a.made_at <= c.completed_at) then c.completed_at else k.completed_at end`,
      },
    ),
    [page.changedAt, page.id, page.limit, organisationId],
  );
}
