import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AssessmentRound, RoundPlan, RoundSheet } from '#contract/learning/assessment-rounds.ts';
import { createApp } from '#server/app/app.ts';
import { readEnv } from '#server/app/env.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { queueBehind } from '#tests/support/locks.ts';
import type { Person } from '#tests/support/organisations.ts';
import { textOfPdf } from '#tests/support/pdf.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';
import { allAt, dayIn, measuringOrganisation, runTask } from '#tests/support/rounds.ts';
import { closeDueRound } from './flows.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' });
});
afterEach(() => expectInvariants(portal.database));
afterAll(() => portal.close());

type Rejection = { code?: string; message: string };

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const count = async (table: string, roundId: number): Promise<number> =>
  (await rows(`select count(*)::integer as n from ${table} where round_id = $1`, [roundId]))[0].n;
const ids = (people: readonly Person[]) => people.map(({ userId }) => userId);

describe('starting a round', () => {
  it('TEAM-01 PERM-02 refuses learners, outsiders, bad days, groups of one name and people from outside, and starts nothing', async () => {
    const { id, rounds, owner, manager, people } = await measuringOrganisation(portal, 2);
    const other = await measuringOrganisation(portal, 1);
    const body = { title: 'Autumn', closesOn: dayIn(7) };
    const [learner] = people as [Person];
    expect((await learner.post<Rejection>(rounds, body)).body.code).toBe('organisations.not-allowed');
    expect((await other.owner.post<Rejection>(rounds, body)).body.code).toBe('organisations.not-found');
    const group = { name: 'Legal', people: [learner.userId] };
    const bad: [object, number, string][] = [
      [{ ...body, title: ' ' }, 400, 'Title is required'],
      [{ ...body, closesOn: 'soon' }, 400, 'The last day must be a day'],
      [{ ...body, closesOn: dayIn(-1) }, 400, 'Choose a last day from today on'],
      [{ ...body, closesOn: dayIn(400) }, 400, 'Choose a last day from today on'],
      [{ ...body, groups: [group, { ...group, name: 'legal' }] }, 400, 'Each group needs a name of its own'],
      [{ ...body, groups: [{ ...group, people: [] }] }, 400, 'Choose at least one person'],
      [{ ...body, groups: [{ ...group, people: [other.owner.userId] }] }, 404, 'not in the organisation'],
    ];
    for (const [form, status, message] of bad) {
      const reply = await manager.post<Rejection>(rounds, form);
      expect([form, reply.status, reply.body.message]).toEqual([form, status, expect.stringContaining(message)]);
    }
    expect(await rows('select 1 from assessment_rounds where organisation_id = $1', [id])).toEqual([]);
    expect((await owner.get<AssessmentRound[]>(rounds)).body).toEqual([]);
  });

  it('TEAM-01 invites the people of the groups, or everybody, and learners see only open rounds that they are invited to', async () => {
    const { id, rounds, people, manager, owner, start } = await measuringOrganisation(portal, 3);
    const [first, second, third] = people as [Person, Person, Person];
    const some = await start({
      title: 'Some',
      groups: [
        { name: 'Legal', people: ids([first, second, second]) },
        { name: 'Technical', people: ids([second]) },
      ],
    });
    expect(some).toMatchObject({ invited: 2, answered: 0, closedAt: null, hasResults: false, own: 'not-invited' });
    const all = await start({ title: 'All' });
    expect(all).toMatchObject({ invited: 5, own: 'waiting' });
    const titles = async (person: Person) =>
      (await person.get<AssessmentRound[]>(rounds)).body.map(({ title, own, invited }) => [title, own, invited]);
    expect(await titles(first)).toEqual([
      ['All', 'waiting', null],
      ['Some', 'waiting', null],
    ]);
    expect(await titles(third)).toEqual([['All', 'waiting', null]]);
    expect(await titles(manager)).toEqual([
      ['All', 'waiting', 5],
      ['Some', 'not-invited', 2],
    ]);
    const page = await owner.get<AssessmentRound[]>(`${rounds}?page=2&pageSize=1`);
    expect([page.body.map(({ title }) => title), page.headers['x-total-count']]).toEqual([['Some'], '2']);
    const log = await rows(
      `select action from audit_log where object = 'organisation' and object_id = $1 order by id`,
      [String(id)],
    );
    expect(log.map(({ action }) => action)).toEqual(['create', 'start-round', 'start-round']);
  });
});

describe('answering', () => {
  it('TEAM-01 TEAM-02 refuses people who are not invited, other versions, unknown and missing answers, and closed rounds', async () => {
    const { rounds, manager, people, start, answer, close } = await measuringOrganisation(portal, 2);
    const stranger = await measuringOrganisation(portal, 1);
    const [first, second] = people as [Person, Person];
    const { id } = await start({ groups: [{ name: 'Legal', people: [first.userId] }] });
    const codeOf = async (reply: Promise<{ body: Rejection }>) => (await reply).body.code;
    expect(await codeOf(answer(second, id))).toBe('assessment.round-not-invited');
    expect(await codeOf(answer(manager, id))).toBe('assessment.round-not-invited');
    expect(await codeOf(answer(stranger.owner, id))).toBe('organisations.not-found');
    expect(await codeOf(stranger.answer(stranger.owner, id))).toBe('assessment.round-not-found');
    expect(await codeOf(answer(first, id, allAt('emerging', { risk_management: 'great' })))).toBe(
      'assessment.unknown-answer',
    );
    expect(await codeOf(answer(first, id, { risk_management: 'initial' }))).toBe('assessment.incomplete');
    const other = { contentVersion: 'other', answers: allAt('emerging') };
    expect(await codeOf(first.post<Rejection>(`${rounds}/${id}/answers`, other))).toBe('assessment.other-version');
    expect(await count('assessment_round_answers', id)).toBe(0);
    await rows(`update assessment_rounds set closes_on = current_date - 1 where id = $1`, [id]);
    expect(await codeOf(answer(first, id))).toBe('assessment.round-closed');
    await close(id);
    expect(await codeOf(answer(first, id))).toBe('assessment.round-closed');
    expect(await codeOf(first.get<Rejection>(`${rounds}/${id}/answers`))).toBe('assessment.round-closed');
    expect(await count('assessment_round_answers', id)).toBe(0);
  });

  it('TEAM-02 shows answers to the person alone, who can change them while the round is open', async () => {
    const { rounds, owner, manager, people, start, answer } = await measuringOrganisation(portal, 2);
    const [first, second] = people as [Person, Person];
    const { id } = await start();
    expect((await answer(first, id, allAt('initial'))).status).toBe(200);
    expect((await answer(first, id, allAt('advanced'))).status).toBe(200);
    const sheet = async (person: Person) => (await person.get<RoundSheet>(`${rounds}/${id}/answers`)).body;
    expect(await sheet(first)).toMatchObject({ title: 'Autumn', answers: allAt('advanced') });
    for (const person of [owner, manager, second]) expect((await sheet(person)).answers).toBeNull();
    for (const call of ['results', 'plan', 'report']) {
      const reply = await manager.get<Rejection>(`${rounds}/${id}/${call}`);
      expect([reply.status, reply.body.code]).toEqual([409, 'assessment.round-open']);
      expect((await first.get<Rejection>(`${rounds}/${id}/${call}`)).body.code).toBe('organisations.not-allowed');
    }
    expect((await manager.get<AssessmentRound[]>(rounds)).body[0]).toMatchObject({ invited: 4, answered: 1 });
  });

  it('TEAM-01 ORG-06 removes the answers of people who leave while a round is open, and keeps the counts when people leave later', async () => {
    const { path, rounds, owner, manager, people, start, answer, close, results } = await measuringOrganisation(
      portal,
      7,
    );
    const { id } = await start();
    for (const person of people) await answer(person, id);
    const [leaving, removed, staying] = people as [Person, Person, Person];
    expect((await leaving.delete(`${path}/people/${leaving.userId}`)).status).toBe(200);
    expect((await manager.get<AssessmentRound[]>(rounds)).body[0]).toMatchObject({ invited: 8, answered: 6 });
    await close(id);
    expect((await owner.delete(`${path}/people/${removed.userId}`)).status).toBe(200);
    expect(await results(id)).toMatchObject({ invited: 8, answered: 6, hasResults: true });
    expect(await count('assessment_round_shown', id)).toBe(6);
    expect((await staying.get<AssessmentRound[]>(rounds)).body).toEqual([]);
  });
});

describe('closing', () => {
  it('TEAM-02 deletes who was invited and who answered what, keeps counts of what is shown, and closes once', async () => {
    const {
      id: organisationId,
      people,
      manager,
      rounds,
      close,
      hold,
      results,
    } = await measuringOrganisation(portal, 7);
    const groups = [
      { name: 'Technical', people: ids(people.slice(0, 4)) },
      { name: 'Everybody else', people: ids(people) },
    ];
    const id = await hold(people, { groups }, (index) => allAt(index < 5 ? 'emerging' : 'advanced'));
    expect((await close(id)).body.code).toBe('assessment.round-closed');
    for (const table of ['assessment_round_answers', 'assessment_round_people', 'assessment_round_group_people']) {
      expect([table, await count(table, id)]).toEqual([table, 0]);
    }
    const shown = await results(id);
    expect(shown).toMatchObject({ answered: 7, invited: 7, hasResults: true, previous: null });
    expect(shown.questions).toHaveLength(12);
    expect(shown.questions[0]).toMatchObject({
      distribution: { initial: 0, emerging: 5, developing: 0, advanced: 2 },
      median: 'emerging',
      spread: 0.9,
      previousMedian: null,
    });
    expect(shown.overall).toMatchObject({ points: 12, most: 36, band: 'emerging' });
    expect(shown.groups).toEqual([
      { name: 'Technical', answered: null, overall: null, sections: null, questions: null },
      expect.objectContaining({ name: 'Everybody else', answered: 7, overall: 'emerging' }),
    ]);
    // The database has no counts of a hidden group either.
    expect(await rows('select counts from assessment_round_sets where round_id = $1 and position = 1', [id])).toEqual([
      { counts: null },
    ]);
    const [closed] = (await manager.get<AssessmentRound[]>(rounds)).body;
    expect(closed).toMatchObject({ id, invited: 7, answered: 7, hasResults: true, own: 'not-invited' });
    const log = await rows(
      `select action from audit_log where object = 'organisation' and object_id = $1 order by id`,
      [String(organisationId)],
    );
    expect(log.map(({ action }) => action)).toEqual(['create', 'start-round', 'close-round']);
  });

  it('TEAM-03 fewer than five answers give no results, no plan and no report', async () => {
    const { people, rounds, manager, hold, results } = await measuringOrganisation(portal, 5);
    const id = await hold(people.slice(0, 4));
    expect(await results(id)).toMatchObject({
      answered: 4,
      hasResults: false,
      overall: null,
      questions: [],
      groups: [],
    });
    for (const call of ['plan', 'report']) {
      const reply = await manager.get<Rejection>(`${rounds}/${id}/${call}`);
      expect([reply.status, reply.body.code]).toEqual([409, 'assessment.round-without-results']);
    }
    expect(await rows('select 1 from assessment_round_sets where round_id = $1 and counts is not null', [id])).toEqual(
      [],
    );
    expect(await count('assessment_round_shown', id)).toBe(0);
  });

  it('TEAM-04 those who see the results, and accounts younger than the round, do not count towards the five', {
    tags: 'long',
  }, async () => {
    const { people, owner, manager, start, answer, close, rounds, hold, results } = await measuringOrganisation(
      portal,
      6,
    );
    const four = people.slice(0, 4);
    const [fifth, young] = people.slice(4) as [Person, Person];
    const pooled = await hold([...four, owner, manager], { title: 'Pooled' });
    expect(await results(pooled)).toMatchObject({ answered: 6, hasResults: false });
    const { id } = await start({ title: 'Young' });
    expect((await fifth.get<RoundSheet>(`${rounds}/${id}/answers`)).body.invited).toBe(8);
    await rows(`update users set created_at = now() where id = $1`, [young.userId]);
    for (const person of [...four, young]) await answer(person, id);
    await close(id);
    expect(await results(id)).toMatchObject({ answered: 5, hasResults: false });
    const groups = [{ name: 'Four and an owner', people: ids([...four, owner]) }];
    const shown = await hold([...people.slice(0, 5), owner], { title: 'Five', groups: [...groups], all: true });
    expect(await results(shown)).toMatchObject({ answered: 6, hasResults: true, groups: [{ answered: null }] });
  });

  it('TEAM-04 a manager who is a learner while the round closes does not count towards the five', async () => {
    const { people, owner, manager, start, answer, path, rounds, results } = await measuringOrganisation(portal, 4);
    const { id } = await start();
    for (const person of [...people, manager]) await answer(person, id);
    const setRole = (role: string) => owner.patch(`${path}/people/${manager.userId}`, { role });
    expect((await setRole('learner')).status).toBe(200);
    expect((await owner.post(`${rounds}/${id}/close`, {})).status).toBe(200);
    expect((await setRole('manager')).status).toBe(200);
    expect(await results(id)).toMatchObject({ answered: 5, hasResults: false });
  });

  it('TEAM-03 TEAM-04 compares with the last round of the same version, and hides who differs from it by few', {
    tags: 'long',
  }, async () => {
    const { people, hold, results } = await measuringOrganisation(portal, 11);
    const ten = people.slice(0, 10);
    const spring = await hold(ten, { title: 'Spring' }, () => allAt('initial'));
    const autumn = await hold(ten, { title: 'Autumn' }, () => allAt('developing'));
    const compared = await results(autumn);
    expect(compared).toMatchObject({ hasResults: true, previous: { id: spring, title: 'Spring' } });
    expect(compared.questions[0]).toMatchObject({ median: 'developing', previousMedian: 'initial' });
    const one = await hold(people, { title: 'One more' });
    expect(await results(one)).toMatchObject({ hasResults: false, answered: 11, questions: [] });
    const half = await hold(people.slice(0, 5), { title: 'Half' });
    expect(await results(half)).toMatchObject({ hasResults: true, previous: { id: autumn } });
  });

  it('TEAM-02 a job closes rounds after their last day by the clock of the database, and no others', {
    tags: 'long',
  }, async () => {
    const { people, start, answer, results, rounds, manager } = await measuringOrganisation(portal, 5);
    const [over, open] = [await start({ title: 'Over' }), await start({ title: 'Open', closesOn: dayIn(0) })];
    for (const person of people) await answer(person, over.id);
    await runTask(portal, 'close-rounds');
    expect((await manager.get<AssessmentRound[]>(rounds)).body.filter(({ closedAt }) => closedAt)).toEqual([]);
    await rows(`update assessment_rounds set closes_on = (now() at time zone 'utc')::date - 1 where id = $1`, [
      over.id,
    ]);
    await runTask(portal, 'close-rounds');
    await runTask(portal, 'close-rounds');
    expect(await results(over.id)).toMatchObject({ answered: 5, hasResults: true });
    expect(await count('assessment_round_people', open.id)).toBe(7);
  });

  it('TEAM-02 closing twice at once closes once, and an answer in that moment is counted or refused', {
    tags: 'long',
  }, async () => {
    const { people, start, answer, close, results } = await measuringOrganisation(portal, 6);
    const { id } = await start();
    for (const person of people.slice(0, 5)) await answer(person, id);
    const [one, two, late] = await Promise.all([close(id), close(id), answer(people[5] as Person, id)]);
    expect([one.status, two.status].toSorted()).toEqual([200, 409]);
    expect((await results(id)).answered).toBe(late.status === 200 ? 6 : 5);
    expect([200, 409]).toContain(late.status);
  });

  it('TEAM-02 an answer that arrives between the decision and the lock is decided upon too', async () => {
    const { people, start, answer, close, results } = await measuringOrganisation(portal, 6);
    const { id } = await start();
    for (const person of people.slice(0, 5)) await answer(person, id);
    const held = { statement: 'select from assessment_rounds where id = $1 for update', values: [id] };
    const calls = [() => answer(people[5] as Person, id), () => close(id)];
    const replies = await queueBehind<{ status: number }>(portal.database, held, calls);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await results(id)).toMatchObject({ answered: 6, hasResults: true });
    expect(await count('assessment_round_shown', id)).toBe(6);
  });

  it('TEAM-02 closing gives up after five decisions while answers keep arriving, and changes nothing', {
    tags: 'long',
  }, async () => {
    const { id: organisationId, people, start, answer } = await measuringOrganisation(portal, 6);
    const { id } = await start();
    for (const person of people.slice(0, 5)) await answer(person, id);
    const last = people[5] as Person;
    const flow = jobContext(portal.database, 'close-rounds');
    let transactions = 0;
    const restless: typeof flow = {
      ...flow,
      transaction: async (action) => {
        const result = await flow.transaction(action);
        transactions += 1;
        // After each reading, one person answers or takes the answer back.
        if (transactions % 4 === 1) await answer(last, id);
        if (transactions % 4 === 3)
          await rows('delete from assessment_round_answers where user_id = $1', [last.userId]);
        return result;
      },
    };
    await expect(closeDueRound(restless, { id, organisationId })).rejects.toMatchObject({ code: 'request.busy' });
    expect(transactions).toBe(10);
    expect(await rows('select closed_at from assessment_rounds where id = $1', [id])).toEqual([{ closed_at: null }]);
    expect(await count('assessment_round_answers', id)).toBe(6);
    expect(await count('assessment_round_shown', id)).toBe(0);
  });

  it('TEAM-02 refuses a member’s 31st closing within an hour', async () => {
    const { manager, start, rounds } = await measuringOrganisation(portal, 1);
    const { id } = await start();
    const { limitFactor } = readEnv(production);
    const app = await createApp({ ...portal.dependencies, env: { ...portal.env, limitFactor } });
    try {
      const client = new Client(app);
      client.cookies = manager.cookies;
      const key = `assessment-closings:${manager.userId}`;
      // Counts in this hour and in the next, which may begin before the calls.
      await rows(
        `insert into limit_counters (key, window_start, hits, expires_at)
         select $1, start, 29, start + interval '1 hour'
         from (values (date_trunc('hour', now())), (date_trunc('hour', now()) + interval '1 hour')) as hours (start)`,
        [key],
      );
      expect((await client.post(`${rounds}/2000000000/close`, {})).status).toBe(404);
      const rejected = await client.post(`${rounds}/${id}/close`, {});
      expect([rejected.status, Number(rejected.headers['retry-after']) > 0]).toEqual([429, true]);
      expect(await rows('select closed_at from assessment_rounds where id = $1', [id])).toEqual([{ closed_at: null }]);
      await rows('delete from limit_counters where key = $1', [key]);
      expect((await client.post(`${rounds}/${id}/close`, {})).status).toBe(200);
    } finally {
      await app.close();
    }
  });
});

describe('the plan and the report', () => {
  it('TEAM-02 the portal goes on responding while it decides what a round of many overlapping groups shows', {
    tags: 'long',
  }, async () => {
    const { id, people, manager, start, owner } = await measuringOrganisation(portal, 38);
    const everybody = ids([owner, manager, ...people]);
    // Each group has another stride through the places, modulo a prime: about half of the people, and all overlap.
    const groups = Array.from({ length: 30 }, (_, group) => ({
      name: `Group ${group}`,
      people: everybody.filter((_person, place) => (place * (group + 3) + group * group) % 41 < 20),
    }));
    const round = await start({ title: 'Overlapping', groups });
    await rows(
      `insert into assessment_round_answers (round_id, user_id, answers)
       select $1, user_id, $2 from organisation_people where organisation_id = $3
       on conflict (round_id, user_id) do nothing`,
      [round.id, JSON.stringify(allAt('developing')), id],
    );
    const order: string[] = [];
    const closed = manager
      .post(`/api/organisations/${id}/assessment-rounds/${round.id}/close`, {})
      .then(({ status }) => {
        order.push(`closed ${status}`);
      });
    for (let call = 0; call < 3; call += 1) {
      await portal.visitor().get('/api/config');
      order.push('responded');
    }
    await closed;
    expect(order).toEqual(['responded', 'responded', 'responded', 'closed 200']);
  });

  it('TEAM-05 ranks actions by medians, marks resources in seats, and keeps owner, day and status of actions', async () => {
    const { path, people, rounds, owner, manager, hold, give } = await measuringOrganisation(portal, 6);
    const tags = {
      rapp_principles: ['purpose_driven'],
      rapp_implementation_phase: ['phase_1_discover_assess'],
      role_affiliations: ['executive_leader'],
    };
    const sold = { access_type: 'purchase' as const, price_minor: 500 };
    const inSeats = (await insertResource(portal.database, { title: 'Z in seats', ...sold, ...tags })).id;
    await insertResource(portal.database, { title: 'A other', ...sold, ...tags });
    await give(3, inSeats);
    const id = await hold(people, {}, () => allAt('initial'));
    const plan = `${rounds}/${id}/plan`;
    const [first, second] = people as [Person, Person];
    const rejected: [object, string][] = [
      [{ actions: [{ id: 'none' }] }, 'assessment.round-action'],
      [{ actions: [{ id: 'LV-I-1', ownerId: 2_000_000_000 }] }, 'organisations.person-not-found'],
      [{ actions: [{ id: 'LV-I-1' }, { id: 'LV-I-1' }] }, 'request.invalid'],
      [{ actions: [{ id: 'LV-I-1', status: 'asleep' }] }, 'request.invalid'],
      [{ actions: [] }, 'request.invalid'],
    ];
    for (const [body, code] of rejected) expect((await manager.put<Rejection>(plan, body)).body.code).toBe(code);
    expect((await first.get<Rejection>(plan)).body.code).toBe('organisations.not-allowed');
    expect(await count('assessment_round_plan', id)).toBe(0);
    const { actions } = (await owner.get<RoundPlan>(plan)).body;
    const action = actions.find((one) => one.id === 'LV-I-1');
    expect(action).toMatchObject({ level: 'initial', owner: null, dueOn: null, status: 'not_started' });
    expect(action?.resources.map(({ title, inSeats: seat }) => [title, seat])).toEqual([
      ['Z in seats', true],
      ['A other', false],
    ]);
    const note = { id: 'LV-I-1', ownerId: first.userId, dueOn: '2027-01-15', status: 'in_progress' };
    expect(
      (await manager.put(plan, { actions: [note, { ...note, id: 'LV-I-1', ownerId: second.userId }] })).status,
    ).toBe(400);
    expect((await manager.put(plan, { actions: [note] })).status).toBe(200);
    const noted = async () => (await owner.get<RoundPlan>(plan)).body.actions.find((one) => one.id === 'LV-I-1');
    expect(await noted()).toMatchObject({
      owner: { userId: first.userId },
      dueOn: '2027-01-15',
      status: 'in_progress',
    });
    expect((await owner.delete(`${path}/people/${first.userId}`)).status).toBe(200);
    expect(await noted()).toMatchObject({ owner: null, dueOn: '2027-01-15', status: 'in_progress' });
  });

  it('TEAM-06 the report is a tagged PDF with the distributions, the groups, the plan and the method', {
    tags: 'long',
  }, async () => {
    const { people, rounds, manager, hold } = await measuringOrganisation(portal, 7);
    const groups = [
      { name: 'Technical', people: ids(people.slice(0, 2)) },
      { name: 'Legal', people: ids(people) },
    ];
    const id = await hold(people, { title: 'Autumn 2026', groups }, (index) =>
      allAt(index < 4 ? 'emerging' : 'advanced'),
    );
    const answer = await manager.get(`${rounds}/${id}/report`);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.raw.toString('latin1')).toContain('/Marked true');
    const text = await textOfPdf(answer.raw);
    for (const part of [
      'Autumn 2026',
      'Northmere Council',
      '7 of 7 people answered',
      'Overall: Emerging',
      'Where answers differ most',
      '4 say Emerging, 3 say Advanced',
      'Answers by question',
      'Technical',
      'hidden',
      'Start here',
      'Method and limits',
      'the link to the people who gave them was deleted',
    ]) {
      expect(text).toContain(part);
    }
  });
});
