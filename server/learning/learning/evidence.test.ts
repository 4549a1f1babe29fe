import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvMark } from '#contract/csv.ts';
import { insertResource, updateResource } from '#tests/support/factories.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { textOfPdf } from '#tests/support/pdf.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { unzip } from '#tests/support/zip.ts';

let portal: TestPortal;
let organisation: Awaited<ReturnType<typeof seatedOrganisation>>;
let manager: Person;
let learner: Person;
beforeAll(async () => {
  portal = await createTestPortal();
  organisation = await seatedOrganisation(portal, 'manager', 'learner');
  [manager, learner] = organisation.others as [Person, Person];
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const today = () => new Date().toISOString().slice(0, 10);
const ask = (person: Person, query: string) => person.get(`${organisation.path}/evidence?${query}`);

async function packOf(from: string, to: string, of = organisation, person = manager) {
  const answer = await person.get(`${of.path}/evidence?from=${from}&to=${to}`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  const files = await unzip(answer.raw);
  const text = (name: string) => files[name]?.toString() ?? '';
  const [head = '', ...lines] = text('people.csv').replace(csvMark, '').trimEnd().split('\n');
  return {
    answer,
    files,
    text,
    head,
    lines,
    json: JSON.parse(text('completions.json')) as {
      limits: string[];
      method: string[];
      completions: Record<string, unknown>[];
    } & Record<string, unknown>,
  };
}

type Assigned = {
  userId: number;
  resourceId: number;
  madeAt: string;
  dueOn: string;
  refreshMonths?: number;
  asksConfirmation?: boolean;
};

const assign = async ({ userId, resourceId, madeAt, dueOn, refreshMonths, asksConfirmation = false }: Assigned) =>
  rows(
    `insert into assignments (organisation_id, user_id, resource_id, made_at, due_on, refresh_months, asks_confirmation)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [organisation.id, userId, resourceId, madeAt, dueOn, refreshMonths ?? null, asksConfirmation],
  );
const complete = (userId: number, resourceId: number, at: string, confirmedAt: string | null = null) =>
  rows(
    `insert into completions (user_id, resource_id, content_version, completed_at, confirmed_at)
     select $1, id, content_version, $3, $4 from resources where id = $2`,
    [userId, resourceId, at, confirmedAt],
  );

describe('who may have it', () => {
  it('LEARN-05 refuses visitors, outsiders and learners, and leaves no trace of it', async () => {
    const query = 'from=2026-01-01&to=2026-02-01';
    expect((await ask(portal.visitor() as Person, query)).status).toBe(401);
    expect((await ask(await portal.member(), query)).status).toBe(404);
    expect((await ask(await portal.administrator(), query)).status).toBe(404);
    expect((await ask(learner, query)).status).toBe(403);
    expect(await rows(`select * from audit_log where action = 'download-evidence'`)).toEqual([]);
  });

  it('LEARN-05 refuses a missing, wrong or future period with one sentence', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const sentences = {
      'to=2026-02-01': 'Enter the first day of the period as YYYY-MM-DD.',
      'from=2026-01-01': 'Enter the last day of the period as YYYY-MM-DD.',
      'from=1.1.2026&to=2026-02-01': 'Enter the first day of the period as YYYY-MM-DD.',
      'from=2026-01-01&to=2026-02-30': 'Enter the last day of the period as YYYY-MM-DD.',
      'from=2026-02-02&to=2026-02-01': 'The first day of the period must not be after the last day.',
      [`from=2026-02-02&to=${tomorrow}`]: 'The last day of the period must not be after today.',
    };
    for (const [query, message] of Object.entries(sentences)) {
      const { status, body } = await manager.get<{ message: string }>(`${organisation.path}/evidence?${query}`);
      expect([query, status, body.message]).toEqual([query, 400, message]);
    }
    expect(await rows(`select * from audit_log where action = 'download-evidence'`)).toEqual([]);
  });
});

describe('the pack', () => {
  it('LEARN-05 the pack has a tagged summary, people.csv, completions.json with its schema, and the method; the audit log names its maker', {
    tags: 'long',
  }, async () => {
    const { id } = await insertResource(portal.database, { title: 'Human oversight' });
    await rows(`update users set role_affiliation = 'executive_leader', first_name = '=Ottoline' where id = $1`, [
      learner.userId,
    ]);
    await assign({ userId: learner.userId, resourceId: id, madeAt: '2026-03-01', dueOn: '2026-05-01' });
    await assign({ userId: manager.userId, resourceId: id, madeAt: '2026-03-01', dueOn: '2026-05-01' });
    await complete(learner.userId, id, '2026-04-10T10:00:00Z');
    await updateResource(portal.database, id, { content_version: 4 });
    const { answer, files, head, lines, json, text } = await packOf('2026-04-01', '2026-06-30');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="evidence-2026-04-01-to-2026-06-30.zip"');
    expect(Object.keys(files)).toEqual([
      'summary.pdf',
      'people.csv',
      'offboarding.csv',
      'completions.json',
      'completions.schema.json',
      'method.md',
    ]);

    const [certificate] = await rows('select code from certificates where user_id = $1', [learner.userId]);
    expect(head).toBe(
      'Name,Email,Role,Resource,Present version,Assigned on,Due on,Asks for confirmation,State,Completed on,Completed version,Confirmed on,Check,Certificate',
    );
    expect(lines.map((line) => line.replace(/[^,]*@[^,]*/, '@'))).toEqual([
      `'=Ottoline Tollander,@,Executive leader,Human oversight,4,2026-03-01,2026-05-01,no,Completed,2026-04-10,1,,,${certificate.code}`,
      'Mira Tollander,@,No role chosen,Human oversight,4,2026-03-01,2026-05-01,no,Overdue,,,,,',
    ]);
    expect(json).toMatchObject({ organisation: 'Northmere Council', from: '2026-04-01', to: '2026-06-30' });
    expect(json.limits.join(' ')).toContain('what was read, not what is understood');
    expect(json.limits.join(' ')).toContain('no proof of compliance with any law');
    expect(json.completions).toEqual([
      {
        name: '=Ottoline Tollander',
        email: expect.stringContaining('@'),
        role: 'Executive leader',
        resourceId: id,
        resource: 'Human oversight',
        version: 1,
        completedAt: '2026-04-10T10:00:00.000Z',
        confirmedAt: null,
        assignedAt: '2026-03-01T00:00:00.000Z',
        dueOn: '2026-05-01',
        asksConfirmation: false,
        check: null,
        certificate: certificate.code,
      },
    ]);
    const schema = JSON.parse(text('completions.schema.json'));
    expect(Object.keys(schema.properties)).toEqual(Object.keys(json));
    expect(Object.keys(schema.properties.completions.items.properties)).toEqual(Object.keys(json.completions[0] ?? {}));
    for (const sentence of [...json.method, ...json.limits]) expect(text('method.md')).toContain(`- ${sentence}`);

    const pdf = await getDocument({ data: new Uint8Array(files['summary.pdf'] ?? []) }).promise;
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
    for (const role of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'Figure', 'Note'])
      expect(tree).toContain(`"role":"${role}"`);
    expect(tree).toContain('1 completed, 0 in progress, 0 not started, 0 overdue');
    const words = await textOfPdf(files['summary.pdf'] ?? Buffer.alloc(0));
    for (const said of [
      'Northmere Council, 1 April 2026 to 30 June 2026.',
      'People assigned 2 Assignments 2 Completed 1 50% Overdue 1 1 person',
      'Human oversight 4 2 1 1 1',
      'Executive leader 1 1 1',
      'Completed 10 Apr 2026, version 1 of 4',
      'It is no proof of compliance with any law.',
    ])
      expect(words).toContain(said);
    expect(
      await rows(`select actor_user_id, object_id, after from audit_log where action = 'download-evidence'`),
    ).toEqual([
      {
        actor_user_id: manager.userId,
        object_id: String(organisation.id),
        after: { from: '2026-04-01', to: '2026-06-30' },
      },
    ]);
    await rows(`update users set first_name = 'Ottoline' where id = $1`, [learner.userId]);
  });

  it('LEARN-05 says how things were on the last day: what came later is not in it, and what was done before the first day neither', {
    tags: 'long',
  }, async () => {
    const other = await seatedOrganisation(portal, 'learner');
    const [person] = other.others as [Person];
    const id = (await insertResource(portal.database, { title: 'Dated' })).id;
    await rows(
      `insert into assignments (organisation_id, user_id, resource_id, made_at, due_on) values ($1, $2, $3, '2026-03-01', '2026-05-01')`,
      [other.id, person.userId, id],
    );
    await complete(person.userId, id, '2026-06-15T23:30:00Z');
    const states = async (from: string, to: string) => {
      const { lines, json } = await packOf(from, to, other, other.owner);
      return [...lines.map((line) => line.split(',')[8]), json.completions.length];
    };
    expect(await states('2026-01-01', '2026-02-28')).toEqual([0]);
    expect(await states('2026-01-01', '2026-05-01')).toEqual(['Not started', 0]);
    expect(await states('2026-01-01', '2026-06-14')).toEqual(['Overdue', 0]);
    expect(await states('2026-01-01', '2026-06-15')).toEqual(['Completed', 1]);
    expect(await states('2026-06-15', '2026-06-15')).toEqual(['Completed', 1]);
    expect(await states('2026-06-16', today())).toEqual([0]);
    await rows(`update assignments set ended_at = '2026-06-20' where user_id = $1`, [person.userId]);
    expect(await states('2026-01-01', '2026-06-19')).toEqual(['Completed', 1]);
    expect(await states('2026-01-01', '2026-06-20')).toEqual([0]);
  });

  it('LEARN-05 counts a confirmation where it is asked for, and a completion until its refresh is due', {
    tags: 'long',
  }, async () => {
    const person = await organisation.add('learner');
    const [asked, refreshed] = [
      (await insertResource(portal.database, { title: 'To confirm' })).id,
      (await insertResource(portal.database, { title: 'To refresh' })).id,
    ];
    const given = { userId: person.userId, madeAt: '2024-01-01', dueOn: '2024-02-01' };
    await assign({ ...given, resourceId: asked, asksConfirmation: true });
    await assign({ ...given, resourceId: refreshed, refreshMonths: 12 });
    await complete(person.userId, asked, '2024-01-10T09:00:00Z', '2024-01-20T09:00:00Z');
    await complete(person.userId, refreshed, '2024-01-15T09:00:00Z');
    const stateOf = async (from: string, to: string) =>
      Object.fromEntries(
        (await packOf(from, to)).lines
          .map((line) => line.split(','))
          .map((cells) => [cells[3], [cells[8], cells[6], cells[9]]]),
      );
    expect(await stateOf('2024-01-01', '2024-01-19')).toEqual({
      'To confirm': ['Not started', '2024-02-01', ''],
      'To refresh': ['Completed', '2024-02-01', '2024-01-15'],
    });
    expect(await stateOf('2024-01-01', '2024-01-20')).toMatchObject({
      'To confirm': ['Completed', '2024-02-01', '2024-01-20'],
    });
    expect(await stateOf('2024-06-01', '2025-01-15')).toEqual({});
    expect(await stateOf('2024-06-01', '2025-01-16')).toEqual({
      'To refresh': ['Overdue', '2025-01-15', '2024-01-15'],
    });
  });

  it('LEARN-05 ORG-10 the pack has nothing of people who left, of other organisations and of what was not assigned', async () => {
    const gone = await organisation.add('learner');
    const outsider = await portal.member();
    const id = (await insertResource(portal.database, { title: 'Private reading' })).id;
    const assigned = (await insertResource(portal.database, { title: 'Asked of a person who left' })).id;
    await assign({ userId: gone.userId, resourceId: assigned, madeAt: '2026-01-01', dueOn: '2026-02-01' });
    for (const person of [gone, learner, outsider]) await complete(person.userId, id, '2026-01-10T10:00:00Z');
    expect((await manager.delete(`${organisation.path}/people/${gone.userId}`)).status).toBe(200);
    const { text } = await packOf('2026-01-01', today());
    for (const name of ['people.csv', 'completions.json']) {
      expect(text(name)).not.toContain('Private reading');
      expect(text(name)).not.toContain('Asked of a person who left');
    }
  });

  it('LEARN-05 an organisation without assignments gets a pack that says so', { tags: 'long' }, async () => {
    const empty = await seatedOrganisation(portal);
    const { lines, json, files } = await packOf('2026-01-01', today(), empty, empty.owner);
    expect([lines, json.completions]).toEqual([[], []]);
    expect(await textOfPdf(files['summary.pdf'] ?? Buffer.alloc(0))).toContain('Nothing was assigned.');
  });

  it('LEARN-05 the figures of today are those of the Learning tab; the PDF lists 1,000 assignments and names the rest', {
    tags: 'long',
  }, async () => {
    const large = await seatedOrganisation(portal);
    await rows(
      `with people as (
         insert into users (email, first_name, last_name, organization)
         select 'large-' || n || '@example.org', 'Person', lpad(n::text, 3, '0'), 'Large' from generate_series(1, 120) as n returning id
       ) insert into organisation_people (user_id, organisation_id, role) select id, $1, 'learner' from people`,
      [large.id],
    );
    await rows(
      `insert into resources (title, description, type, access_type, currency, is_published)
       select 'Large ' || n, 'x', 'report', 'free', 'GBP', true from generate_series(1, 10) as n`,
    );
    await rows(
      `insert into assignments (organisation_id, user_id, resource_id, made_at, due_on, refresh_months)
       select $1, p.user_id, r.id, now() - interval '2 years', case when (p.user_id + r.id) % 3 = 0 then '2026-01-01'::date else '2099-01-01' end,
         case when r.id % 2 = 0 then 6 end
       from organisation_people p, resources r where p.organisation_id = $1 and p.role = 'learner' and r.title like 'Large %'`,
      [large.id],
    );
    await rows(
      `insert into completions (user_id, resource_id, content_version, completed_at)
       select user_id, resource_id, 1, now() - make_interval(months => 1 + (user_id * 7 + resource_id) % 12)
       from assignments where organisation_id = $1 and (user_id + resource_id) % 4 < 2`,
      [large.id],
    );
    const { lines, json, files } = await packOf('2020-01-01', today(), large, large.owner);
    const [live] = await rows(
      `select count(*)::integer as assigned,
         (count(*) filter (where completed_at is not null and (valid_until is null or valid_until >= (now() at time zone 'UTC')::date)))::integer as completed,
         (count(*) filter (where due_by < (now() at time zone 'UTC')::date))::integer as overdue
       from assignments where organisation_id = $1 and ended_at is null`,
      [large.id],
    );
    const stateOf = (line: string) => line.split(',')[8];
    expect({
      assigned: lines.length,
      completed: lines.filter((line) => stateOf(line) === 'Completed').length,
      overdue: lines.filter((line) => stateOf(line) === 'Overdue').length,
    }).toEqual(live);
    expect(json.completions).toHaveLength(600);
    expect(lines.map((line) => line.split(',')[0])).toEqual(lines.map((line) => line.split(',')[0]).toSorted());
    const words = await textOfPdf(files['summary.pdf'] ?? Buffer.alloc(0));
    expect(words).toContain('200 further assignments are in people.csv.');
    expect(words).toContain(`Overdue ${live.overdue}`);
  });
});
