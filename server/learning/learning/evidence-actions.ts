import { isoDay, portalZone } from '#contract/dates.ts';
import type { EvidenceQuery } from '#contract/learning/learning-evidence.ts';
import type { Words } from '#contract/words.ts';
import { sumOffboardings } from '#server/organisations/directory/actions.ts';
import { requireMembership } from '#server/organisations/organisations/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { EvidenceSummary } from './evidence-pdf.ts';
import { type AskedRow, addCounts, type CountsRow, evidenceLimits, type Period, roleName } from './evidence-rules.ts';
import * as store from './evidence-store.ts';
import {
  completionsEnd,
  completionsHead,
  completionText,
  type EvidenceAbout,
  peopleHead,
  peopleLines,
  stateText,
} from './evidence-texts.ts';

/**
 * Rejects a caller who must not see the evidence, or a period that ends after today both in UTC and in the caller's
 * time zone.
 * @throws organisations.not-found, organisations.not-allowed, learning.period-in-future
 */
export async function requireEvidence(
  ctx: MemberContext,
  organisationId: number,
  { to }: EvidenceQuery,
): Promise<void> {
  await requireMembership(ctx, organisationId);
  const last = [portalZone, ctx.actor.timeZone].map((zone) => isoDay(ctx.now, zone));
  if (last.every((day) => to > day)) throw fail('learning.period-in-future');
}

/**
 * Like `requireEvidence`, but also records the download in the audit log. @returns the names of the organisation and
 * the caller
 */
export async function beginEvidence(
  ctx: MemberContext,
  organisationId: number,
  period: EvidenceQuery,
): Promise<{ organisation: string; reader: string }> {
  await requireEvidence(ctx, organisationId, period);
  const entry = { action: 'download-evidence', object: 'organisation', objectId: organisationId } as const;
  await audit(ctx, { ...entry, memberId: ctx.actor.userId, after: period });
  const { name, reader } = await store.findNames(ctx.db, organisationId, ctx.actor.userId);
  return { organisation: name, reader };
}

/** Maximum lines in the PDF, of resources and of assignments; people.csv has all. */
const listed = { resources: 100, asked: 1_000 };

type About = EvidenceAbout & { reader: string };

/** Returns the data of the PDF. */
export async function summariseEvidence(ctx: Context, period: Period, about: About): Promise<EvidenceSummary> {
  const sums = new Map<string, CountsRow>();
  for await (const userIds of chunksOf(ctx, period, countedAtOnce)) {
    addCounts(sums, await store.countEvidence(ctx.db, { ...period, userIds }));
  }
  const counts = [...sums.values()];
  const total = counts.find(({ of }) => of === null);
  const resources = counts
    .filter(({ of }) => of === 'resource')
    .sort((one, other) => assignedOf(other) - assignedOf(one) || (one.resourceId ?? 0) - (other.resourceId ?? 0));
  const shown = resources.slice(0, listed.resources);
  const versions = await store.listVersions(
    ctx.db,
    shown.flatMap(({ resourceId }) => resourceId ?? []),
  );
  const asked: AskedRow[] = [];
  for await (const rows of askedOf(ctx, period)) {
    asked.push(...rows.slice(0, listed.asked - asked.length));
    if (asked.length === listed.asked) break;
  }
  const { organisation, from, to, createdAt, words, reader } = about;
  return {
    organisation,
    from,
    to,
    createdAt,
    createdFor: reader,
    totals: total ? { ...sharesOf(total), people: total.people, overduePeople: total.overduePeople } : none,
    resources: shown.map((row) => {
      const { title = '', version = 0 } = versions.find(({ id }) => id === row.resourceId) ?? {};
      return { title, version, earlier: row.earlier, ...sharesOf(row) };
    }),
    moreResources: resources.length - shown.length,
    roles: counts
      .filter(({ of }) => of === 'role')
      .sort((one, other) => other.people - one.people || assignedOf(other) - assignedOf(one))
      .map((row) => ({ name: roleName(words, row.role), people: row.people, ...sharesOf(row) })),
    asked: asked.map((row) => ({
      person: row.name,
      resource: row.title,
      dueOn: row.dueOn,
      status: stateText(row),
    })),
    moreAsked: (total ? assignedOf(total) : 0) - asked.length,
    offboarding: await sumOffboardings(ctx, period),
    limits: evidenceLimits.join(' '),
  };
}

const none = { completed: 0, inProgress: 0, notStarted: 0, overdue: 0, people: 0, overduePeople: 0 };
const sharesOf = ({ completed, inProgress, notStarted, overdue }: CountsRow) => ({
  completed,
  inProgress,
  notStarted,
  overdue,
});
const assignedOf = ({ completed, inProgress, notStarted, overdue }: CountsRow) =>
  completed + inProgress + notStarted + overdue;

/** Yields the text of people.csv, a batch of people at a time. */
export async function* peopleCsv(ctx: Context, period: Period, words: Words): AsyncGenerator<string> {
  yield peopleHead;
  for await (const rows of askedOf(ctx, period)) yield peopleLines(rows, words);
}

/** Yields the text of completions.json, a batch of people at a time. */
export async function* completionsJson(ctx: Context, period: Period, about: EvidenceAbout): AsyncGenerator<string> {
  yield completionsHead(about);
  let isFirst = true;
  for await (const userIds of chunksOf(ctx, period)) {
    const rows = await store.listCompletions(ctx.db, { ...period, userIds });
    if (rows.length === 0) continue;
    const texts = rows.map((row) => completionText(row, about.words));
    yield `${isFirst ? '' : ','}${texts.join(',')}`;
    isFirst = false;
  }
  yield completionsEnd;
}

async function* askedOf(ctx: Context, period: Period): AsyncGenerator<AskedRow[]> {
  for await (const userIds of chunksOf(ctx, period)) yield store.listAsked(ctx.db, { ...period, userIds });
}

/**
 * Number of people whose rows are in memory at a time, and number counted by one statement, which has a time limit of a
 * few seconds.
 */
const peopleAtOnce = 50;
const countedAtOnce = 500;

/** Yields the people with assignments in batches, by name; only their ids are all in memory. */
async function* chunksOf(ctx: Context, { organisationId }: Period, atOnce = peopleAtOnce): AsyncGenerator<number[]> {
  const all = await store.listAskedPeople(ctx.db, organisationId);
  for (let start = 0; start < all.length; start += atOnce) yield all.slice(start, start + atOnce);
}
