import type pg from 'pg';
import { PathContent } from '#contract/catalogue/paths.ts';
import { type CheckContent, CheckContent as CheckContentSchema } from '#contract/learning/checks-content.ts';
import { defaultCheckSettings } from '#contract/learning/checks-limits.ts';

/** Resources with a knowledge check, and paths, the latter of which also has a check. */
export const checked = Array.from({ length: 10 }, (_, index) => index + 1);
export const paths = [19, 20] as const;
const withCheck = [...checked, paths[1]];

const questionIds = Array.from({ length: 10 }, (_, index) => `q${index}`);

const content: CheckContent = CheckContentSchema.parse({
  settings: defaultCheckSettings,
  questions: questionIds.map((id) => ({
    kind: 'one',
    id,
    text: `What does ${id} ask of a reviewer before a system is used?`,
    picture: null,
    explanation: 'The remit says who stops a system.',
    pointer: null,
    options: ['A remit', 'A budget', 'A supplier'].map((text, index) => ({ text, isRight: index === 0 })),
  })),
});

const textId = 'text';

function pathOf(resourceIds: readonly number[], checkOf: number) {
  const flags = { isOptional: false, asksAnew: false, asksFinished: false };
  const part = (resourceId: number, kind: 'resource' | 'check') => ({
    ...flags,
    id: `${kind[0]}${resourceId}`,
    kind,
    resourceId,
  });
  const steps = [
    ...resourceIds.map((id) => part(id, 'resource')),
    part(checkOf, 'check'),
    { ...flags, id: 'assessment', kind: 'assessment' },
    { ...flags, id: textId, kind: 'text', title: 'Before the last step', text: 'Ask who decides.' },
  ];
  return PathContent.parse({ order: 'in_order', sections: [{ title: 'All of it', summary: '', steps }] });
}

/** Adds the checks, and makes two resources paths of others. Triggers are off. */
export async function insertChecksAndPaths(client: pg.Client): Promise<void> {
  await client.query(
    `insert into knowledge_checks (resource_id, draft, version) select id, $1, 1 from unnest($2::integer[]) id`,
    [content, withCheck],
  );
  await client.query(
    `insert into knowledge_check_versions (resource_id, version, content, published_by)
     select id, 1, $1, 1000001 from unnest($2::integer[]) id`,
    [content, withCheck],
  );
  const parts = [
    { path: paths[0], resourceIds: [11, 12, 13, 14], checkOf: 1 },
    { path: paths[1], resourceIds: [15, 16, 17], checkOf: 2 },
  ];
  for (const { path, resourceIds, checkOf } of parts) {
    await client.query(`update resources set type = 'path', path = $2, online_product_id = null where id = $1`, [
      path,
      pathOf(resourceIds, checkOf),
    ]);
    await client.query(
      `insert into bundle_parts (bundle_id, resource_id, position)
       select $1, id, place from unnest($2::integer[]) with ordinality one (id, place)`,
      [path, [...resourceIds, checkOf]],
    );
  }
}

/**
 * Adds two attempts of each person at each check, of which the second is passed where the resource is completed, and
 * lets everybody begin the paths, whose text half of them have read.
 */
export async function insertAttempts(client: pg.Client, people: { from: number; count: number }): Promise<void> {
  const { from, count } = people;
  await client.query(
    `insert into check_attempts (user_id, resource_id, version, day, seed, drawn, pass_mark, started_at, due_at,
       handed_in_at, right_questions, awarded_questions, completion_id, counted_at)
     select $1 + n, r, 1, current_date, decode(repeat('00', 16), 'hex'), $4::text[], 80, now(), now() + interval '14 days',
       now(), ($4::text[])[1:case when attempt = 2 and c.id is not null then 9 else 3 + (n + r) % 4 end], '{}',
       case attempt when 2 then c.id end, now()
     from generate_series(1, $2::integer) as n cross join unnest($3::integer[]) as r cross join generate_series(1, 2) as attempt
       left join completions c on c.user_id = $1 + n and c.resource_id = r`,
    [from, count, withCheck, questionIds],
  );
  await client.query(
    `insert into path_learners (user_id, resource_id, begun_at)
     select $1 + n, r, now() - interval '301 days' from generate_series(1, $2::integer) as n, unnest($3::integer[]) as r`,
    [from, count, [...paths]],
  );
  await client.query(
    `insert into path_readings (user_id, resource_id, step_id)
     select $1 + n, r, $4 from generate_series(2, $2::integer, 2) as n, unnest($3::integer[]) as r`,
    [from, count, [...paths], textId],
  );
}
