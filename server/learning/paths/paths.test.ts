import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminResource } from '#contract/catalogue/publishing.ts';
import type { Assignment, LearningSummary, OwnAssignment } from '#contract/learning/learning.ts';
import type { Certificate } from '#contract/learning/learning-certificates.ts';
import type { LibraryEntry } from '#contract/learning/library.ts';
import type { Dashboard } from '#contract/pages/dashboard.ts';
import { usualContent } from '#server/catalogue/content/rules.ts';
import { oneQuestion, publishCheck, takeCheck } from '#tests/support/checks.ts';
import { insertGrant, insertProduct, insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import {
  addPath,
  beginPath,
  finishResource,
  ownPath,
  pathForm,
  pathOf,
  readText,
  resourceStep,
  stepsIn,
  textStep,
} from '#tests/support/paths.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { verifiedMember } from '#tests/support/promotions.ts';
import { questionsOf } from '../assessment/rules.ts';

let portal: TestPortal;
let administrator: Person;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(async () => {
  await expectInvariants(portal.database);
  await portal.close();
});

let member: Person;
let first: number;
let second: number;
beforeEach(async () => {
  member = await portal.member();
  first = (await insertResource(portal.database, { title: 'First' })).id;
  second = (await insertResource(portal.database, { title: 'Second' })).id;
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const stored = () => rows('select id, type, path, is_published, content_version from resources order by id');
const completionsOf = (id: number) =>
  rows('select user_id from completions where resource_id = $1 order by id', [id]).then((found) =>
    found.map(({ user_id }) => user_id),
  );
const create = (fields: object) =>
  administrator.post<AdminResource & { code: string; message: string }>('/api/admin/resources', {
    ...pathForm,
    ...fields,
  });
const patch = (id: number, fields: object) =>
  administrator.patch<AdminResource & { message: string }>(`/api/admin/resources/${id}`, fields);
const progress = async (by: Person, id: number) => {
  const path = await ownPath(by, id);
  return { completed: path.completed, required: path.required, states: stepsIn(path).map(({ state }) => state) };
};

describe('refused paths', () => {
  it('PATH-01 PERM-02 saving a path refuses members and invalid contents with the reason, and changes nothing', async () => {
    const other = await addPath(administrator, [resourceStep(first)], { title: 'Another path' });
    const bundle = await administrator.post<AdminResource>('/api/admin/resources', {
      ...pathForm,
      type: 'bundle',
      accessType: 'purchase',
      title: 'A bundle',
      price: 20,
      partIds: [first, second],
    });
    const path = pathOf([resourceStep(first)]);
    const before = await stored();
    expect((await portal.visitor().post('/api/admin/resources', { ...pathForm, path })).status).toBe(401);
    expect((await member.post('/api/admin/resources', { ...pathForm, path })).status).toBe(403);
    const many = Array.from({ length: 51 }, (_, place) => textStep(`t${place}`));
    const rejected: [object, RegExp][] = [
      [pathOf([]), /at least one step that is not optional/],
      [pathOf([resourceStep(first, { isOptional: true })]), /at least one step that is not optional/],
      [pathOf([resourceStep(987654)]), /not in the catalogue any more/],
      [pathOf([resourceStep(other)]), /cannot be a step of another: “Another path”/],
      [pathOf([resourceStep(bundle.body.id)]), /A bundle has no end.*“A bundle”/],
      [pathOf([resourceStep(first), resourceStep(first, { id: 'again' })]), /only once/],
      [pathOf([textStep('a'), textStep('a')]), /id of its own/],
      [pathOf(many), /at most 50 steps/],
      [pathOf([textStep('a', { title: ' ' })]), /title/],
      [pathOf([textStep('a:b')]), /id of a step/],
      [pathOf([{ ...resourceStep(first), kind: 'video' }]), /A step is/],
      [{ ...path, order: 'random' }, /order/],
    ];
    for (const [content, sentence] of rejected) {
      const { status, body } = await create({ path: content });
      expect([status, body.message]).toEqual([400, expect.stringMatching(sentence)]);
    }
    expect(await stored()).toEqual(before);
  });

  it('PATH-01 saving refuses a path inside itself or in a bundle and another type, and keeps the path', async () => {
    const id = await addPath(administrator, [resourceStep(first)]);
    const before = await stored();
    expect((await patch(id, { path: pathOf([resourceStep(id)]) })).body.message).toMatch(/step of itself/);
    expect((await patch(id, { type: 'article' })).body.message).toMatch(/cannot become another type/);
    expect((await patch(first, { type: 'path' })).body.message).toMatch(/cannot become another type/);
    const bundle = await create({ type: 'bundle', accessType: 'purchase', price: 20, partIds: [id, first] });
    expect(bundle.body.message).toMatch(/learning path cannot be part of a bundle/);
    expect(await stored()).toEqual(before);
  });

  it('PATH-04 saving a path never overwrites what another administrator saved after the form was opened', async () => {
    const id = await addPath(administrator, [resourceStep(first)]);
    const { body: seen } = await administrator.get<AdminResource>(`/api/admin/resources/${id}`);
    const { body: saved } = await patch(id, { path: pathOf([resourceStep(second)]) });
    const { status } = await administrator.put(`/api/admin/resources/${id}`, {
      ...pathForm,
      path: pathOf([resourceStep(first), resourceStep(second)]),
      updatedAt: seen.updatedAt,
    });
    expect(status).toBe(409);
    const { body: kept } = await administrator.get<AdminResource>(`/api/admin/resources/${id}`);
    expect(kept.path).toEqual(saved.path);
    expect(kept.pathParts).toMatchObject([{ id: second, title: 'Second', state: 'listed', hasCheck: false }]);
  });

  it('PATH-02 a path refuses texts without access, locked texts, unknown steps, other resources, and finishing by hand', async () => {
    const steps = [resourceStep(first), textStep('a')];
    const closed = await addPath(administrator, [textStep('a')], { accessType: 'purchase', price: 20 });
    expect((await readText(member, closed, 'a')).body.code).toBe('access.required');
    expect(stepsIn(await ownPath(member, closed))[0]).toMatchObject({ text: null, canOpen: false });
    const id = await addPath(administrator, steps);
    expect((await readText(member, id, 'a')).body.code).toBe('paths.step-locked');
    expect(stepsIn(await ownPath(member, id))[1]).toMatchObject({ text: null, state: 'locked' });
    expect((await readText(member, id, 'b')).body.code).toBe('paths.step-not-found');
    expect((await readText(member, id, `r${first}`)).body.code).toBe('paths.step-not-found');
    expect((await ownPath(member, first)).code).toBe('paths.not-found');
    expect((await finishResource(member, id)).body).toMatchObject({ code: 'progress.path' });
    expect(await rows('select from path_readings')).toEqual([]);
    expect(await rows('select from path_learners where user_id = $1', [member.userId])).toEqual([]);
    expect(await completionsOf(id)).toEqual([]);
  });
});

describe('progress', () => {
  it('PATH-02 a path counts earlier completions, opens step after step, and is completed once', async () => {
    const other = await portal.member();
    await finishResource(member, first);
    const steps = [resourceStep(first), textStep('a'), resourceStep(second), textStep('b', { isOptional: true })];
    const id = await addPath(administrator, steps);
    await beginPath(other, id);
    await beginPath(member, id);
    const begun = await ownPath(member, id);
    expect(stepsIn(begun).map(({ state, number }) => [state, number])).toEqual([
      ['completed', 1],
      ['next', 2],
      ['locked', 3],
      ['open', null],
    ]);
    expect(stepsIn(begun)[0]).toMatchObject({ isEarlier: true });
    expect((await readText(member, id, 'a')).body).toMatchObject({ completed: 2, isCompleted: false });
    // A locked step that the member may open anyway counts.
    await finishResource(member, second);
    await finishResource(member, second);
    expect(await ownPath(member, id)).toMatchObject({ completed: 3, required: 3, isCompleted: true });
    expect(await completionsOf(id)).toEqual([member.userId]);
    expect(await progress(other, id)).toMatchObject({ completed: 0, required: 3 });
    const percents = 'select user_id, completion_percentage from progress_sessions where resource_id = $1 order by id';
    expect(await rows(percents, [id])).toEqual([
      { user_id: other.userId, completion_percentage: 0 },
      { user_id: member.userId, completion_percentage: 100 },
    ]);
  });

  it('PATH-02 a step counts a completion from before the path was begun, unless it asks for a new one', async () => {
    await finishResource(member, first);
    const id = await addPath(administrator, [resourceStep(first, { asksAnew: true })]);
    await rows(`update completions set completed_at = completed_at - interval '1 day' where user_id = $1`, [
      member.userId,
    ]);
    await beginPath(member, id);
    expect(await progress(member, id)).toMatchObject({ completed: 0, states: ['next'] });
    await finishResource(member, first);
    expect(await ownPath(member, id)).toMatchObject({ completed: 1, isCompleted: true });
    expect(await completionsOf(id)).toEqual([member.userId]);
    // A resource has one completion a day, so that of the day on which the path is begun counts.
    const other = await addPath(administrator, [resourceStep(first, { asksAnew: true })]);
    await beginPath(member, other);
    expect(await ownPath(member, other)).toMatchObject({ completed: 1, isCompleted: true });
  });

  it('PATH-04 a path of the assessment alone is published only while a published resource or the public page opens it', async () => {
    const configuration = JSON.stringify({ toolUrl: '/tools/responsible-ai-assessment' });
    const { id: productId } = await insertProduct(portal.database, { configuration });
    const tool = await insertResource(portal.database, { online_product_id: productId, is_published: false });
    const path = pathOf([{ id: 'assess', kind: 'assessment' }]);
    await rows('update portal_settings set assessment_is_public = false');
    const rejected = await create({ path });
    expect([rejected.status, rejected.body.message]).toEqual([
      400,
      expect.stringMatching(/^Members cannot take the assessment: no published resource opens it/),
    ]);
    const { id } = (await create({ path, isPublished: false })).body;
    expect((await patch(id, { isPublished: true })).status).toBe(400);
    const change = { ids: [id], action: 'publish' };
    expect((await administrator.post('/api/admin/resources/bulk', change)).body).toMatchObject([
      { outcome: 'refused', message: expect.stringMatching(/^Members cannot take the assessment/) },
    ]);
    const together = { ids: [tool.id, id], action: 'publish' };
    expect((await administrator.post('/api/admin/resources/bulk', together)).body).toMatchObject([
      { outcome: 'changed' },
      { outcome: 'changed' },
    ]);
    await rows('update resources set is_published = false where id = any ($1)', [together.ids]);
    await rows('update resources set is_published = true where id = $1', [tool.id]);
    expect((await patch(id, { isPublished: true })).status).toBe(200);
    await rows('update resources set is_published = false where id = $1', [tool.id]);
    await rows('update portal_settings set assessment_is_public = true');
    expect((await create({ path })).status).toBe(201);
    await rows('update portal_settings set assessment_is_public = null');
  });

  it('PATH-01 the step of the assessment is completed by the member’s own attempt at it, and by nothing else', async () => {
    const configuration = JSON.stringify({ toolUrl: '/tools/responsible-ai-assessment' });
    const product = await insertProduct(portal.database, { configuration });
    const tool = await insertResource(portal.database, { type: 'online_tool', online_product_id: product.id });
    const id = await addPath(administrator, [{ id: 'assess', kind: 'assessment' }]);
    const other = await portal.member();
    for (const person of [member, other]) await beginPath(person, id);
    expect((await readText(member, id, 'assess')).body.code).toBe('paths.step-not-found');
    await finishResource(member, tool.id);
    expect(await progress(member, id)).toEqual({ completed: 0, required: 1, states: ['next'] });
    const questions = questionsOf(usualContent.assessment);
    const attempt = await member.post('/api/assessment/attempts', {
      resourceId: tool.id,
      contentVersion: usualContent.version,
      startedAt: new Date().toISOString(),
      answers: Object.fromEntries(questions.map((question) => [question.id, 'advanced'])),
    });
    expect(attempt.status).toBe(200);
    expect(await progress(member, id)).toEqual({ completed: 1, required: 1, states: ['completed'] });
    expect(await progress(other, id)).toMatchObject({ completed: 0, states: ['next'] });
    expect(await completionsOf(id)).toEqual([member.userId]);
  });

  it('PATH-01 PATH-02 a path in any order opens each step from the beginning, and names the first of them next', async () => {
    const steps = [resourceStep(first), textStep('a'), resourceStep(second)];
    const id = await addPath(administrator, [], { path: pathOf(steps, 'free') });
    await beginPath(member, id);
    expect((await progress(member, id)).states).toEqual(['next', 'open', 'open']);
    expect((await readText(member, id, 'a')).status).toBe(200);
    expect((await progress(member, id)).states).toEqual(['next', 'completed', 'open']);
    await finishResource(member, first);
    expect((await progress(member, id)).states).toEqual(['completed', 'completed', 'next']);
  });

  it('PATH-01 a check’s step is completed by passing it, and the path’s own check is the last step', async () => {
    const questions = [oneQuestion('a')];
    await publishCheck(administrator, first, questions);
    const id = await addPath(administrator, [{ ...resourceStep(first), kind: 'check' }, resourceStep(second)]);
    await publishCheck(administrator, id, questions);
    await beginPath(member, id);
    await takeCheck(member, id, questions);
    await finishResource(member, second);
    expect(await progress(member, id)).toMatchObject({ completed: 2, required: 3 });
    expect(await completionsOf(id)).toEqual([]);
    await takeCheck(member, first, questions, 0);
    expect(await completionsOf(id)).toEqual([]);
    await takeCheck(member, first, questions);
    expect(await completionsOf(id)).toEqual([member.userId]);
    const passing =
      'select percent from check_attempts where completion_id in (select id from completions where resource_id = $1)';
    expect(await rows(passing, [id])).toEqual([{ percent: 100 }]);
  });

  it('PATH-02 DASH-16 the dashboard, My Resources and Continue name the next step of a path that was begun', async () => {
    const { path: organisation, owner, ...rest } = await seatedOrganisation(portal, 'learner');
    const [learner] = rest.others as [Person];
    const questions = [oneQuestion('a'), oneQuestion('b')];
    const id = await addPath(administrator, [resourceStep(first), { ...resourceStep(second), kind: 'check' }]);
    for (const checked of [second, id]) await publishCheck(administrator, checked, questions);
    const [{ day }] = await rows(`select ((now() at time zone 'UTC')::date + 30)::text as day`);
    const form = { resourceIds: [id], people: [learner.userId], dueOn: day };
    expect((await owner.post(`${organisation}/assignments`, form)).body).toMatchObject({ assigned: 1 });
    const named = async () => {
      const ofPath = ({ resource }: LibraryEntry) => resource.id === id;
      const { body: own } = await learner.get<OwnAssignment[]>('/api/user/assignments');
      const { body: dashboard } = await learner.get<Dashboard>('/api/dashboard');
      const { body: shelf } = await learner.get<LibraryEntry[]>('/api/user/library?shelf=free');
      const { body: unfinished } = await learner.get<LibraryEntry[]>('/api/user/library/unfinished');
      const found = [own[0], dashboard.assigned?.toDo[0], shelf.find(ofPath), unfinished.find(ofPath)];
      return found.map((one) => one?.nextStep);
    };
    expect(await named()).toEqual([undefined, undefined, undefined, undefined]);
    const everywhere = (step: object) => Array(4).fill({ required: 3, questions: null, checkOf: null, ...step });
    await beginPath(learner, id);
    expect(await named()).toEqual(everywhere({ number: 1, kind: 'resource', title: 'First' }));
    await finishResource(learner, first);
    const check = { kind: 'check', questions: 2 };
    expect(await named()).toEqual(everywhere({ ...check, number: 2, title: 'Second', checkOf: second }));
    // A check that the member cannot take is named all the same, and no button leads to it.
    await rows(`update resources set access_type = 'purchase', price_minor = 500 where id = $1`, [second]);
    expect(await named()).toEqual(everywhere({ ...check, number: 2, title: 'Second' }));
    await rows(`update resources set access_type = 'free', price_minor = null where id = $1`, [second]);
    await takeCheck(learner, second, questions);
    expect(await named()).toEqual(everywhere({ ...check, number: 3, title: '', checkOf: id }));
    await takeCheck(learner, id, questions);
    expect((await named()).map((step) => step ?? null)).toEqual([null, null, null, null]);
  });

  it('PATH-02 ORG-10 a step from before the assignment completes it only when the person shares it, or does it again', async () => {
    const [teller, doer] = [await portal.member(), await portal.member()];
    const people = [teller.userId, doer.userId];
    const owner = await verifiedMember(portal);
    const organisation = (await owner.post<{ id: number }>('/api/organisations', { name: 'Southmere Council' })).body
      .id;
    await rows(
      `insert into organisation_people (user_id, organisation_id, role) select id, $2, 'learner' from unnest($1::integer[]) id`,
      [people, organisation],
    );
    const id = await addPath(administrator, [resourceStep(first), textStep('a')]);
    for (const person of [teller, doer]) await finishResource(person, first);
    const dueOn = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    await owner.post(`/api/organisations/${organisation}/assignments`, { resourceIds: [id], people, dueOn });
    const statuses = async () => {
      const { body } = await owner.get<Assignment[]>(`/api/organisations/${organisation}/assignments`);
      return people.map((userId) => body.find((assigned) => assigned.userId === userId)?.status);
    };
    for (const person of [teller, doer]) {
      await beginPath(person, id);
      await readText(person, id, 'a');
      expect(await ownPath(person, id)).toMatchObject({ isCompleted: true });
    }
    expect(await statuses()).toEqual(['in_progress', 'in_progress']);
    const [own] = (await teller.get<OwnAssignment[]>('/api/user/assignments')).body;
    expect(own?.earlierCompletedAt).not.toBeNull();
    await teller.post(`/api/user/assignments/${own?.id}/earlier-completion`, {});
    expect(await statuses()).toEqual(['completed', 'in_progress']);
    await finishResource(doer, first);
    expect(await statuses()).toEqual(['completed', 'completed']);
    expect(await rows('select from certificates where resource_id = $1', [id])).toHaveLength(2);
  });

  it('PATH-03 a completed path completes its assignment with one certificate and one event, and begins again when a refresh is due', async () => {
    const owner = await verifiedMember(portal);
    const organisation = (await owner.post<{ id: number }>('/api/organisations', { name: 'Saltmarsh Council' })).body
      .id;
    await rows(`insert into organisation_people (user_id, organisation_id, role) values ($1, $2, 'learner')`, [
      member.userId,
      organisation,
    ]);
    await rows(
      `insert into webhooks (url, types, sealed_secret, organisation_id)
       values ('https://example.org/hook', '{path.completed}', '\\x00', $1)`,
      [organisation],
    );
    const id = await addPath(administrator, [resourceStep(first), textStep('a')]);
    const dueOn = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const assigned = await owner.post(`/api/organisations/${organisation}/assignments`, {
      resourceIds: [id],
      people: [member.userId],
      dueOn,
      refreshMonths: 6,
    });
    expect(assigned.body).toMatchObject({ assigned: 1 });
    await beginPath(member, id);
    await finishResource(member, first);
    await readText(member, id, 'a');
    const certificates = () => rows('select resource_id from certificates where user_id = $1', [member.userId]);
    expect(await certificates()).toEqual([{ resource_id: id }]);
    expect(await rows('select type, organisation_id, data from events')).toEqual([
      {
        type: 'path.completed',
        organisation_id: organisation,
        data: {
          completionId: expect.any(Number),
          organisationId: organisation,
          memberId: member.userId,
          resourceId: id,
        },
      },
    ]);
    // Seven months later.
    await rows(`update completions set completed_at = completed_at - interval '7 months' where user_id = $1`, [
      member.userId,
    ]);
    await rows(
      `update path_readings set first_read_at = first_read_at - interval '7 months', read_at = read_at - interval '7 months'`,
    );
    await rows(
      `update assignments set completed_at = completed_at - interval '7 months', due_on = due_on - 240 where user_id = $1`,
      [member.userId],
    );
    expect(await ownPath(member, id)).toMatchObject({ completed: 0, isRefresh: true, isCompleted: false });
    await finishResource(member, first);
    expect(await ownPath(member, id)).toMatchObject({ completed: 1 });
    await readText(member, id, 'a');
    expect(await ownPath(member, id)).toMatchObject({ isRefresh: false, isCompleted: true });
    expect(await completionsOf(id)).toHaveLength(2);
    expect(await certificates()).toHaveLength(2);
  });
});

it('PATH-03 CHECK-08 ORG-10 a manager assigns a path to 20 people, sees who is where, and each who completed it has its certificate', async () => {
  const { path, add, ...organisation } = await seatedOrganisation(portal, 'manager', 'learner');
  const [manager, ana] = organisation.others as [Person, Person];
  const [ben, cleo, dan] = [await add('learner'), await add('learner'), await add('learner')];
  // The others have no session, because they do nothing.
  const idle = await rows(
    `with people as (insert into users (email, first_name, last_name)
       select 'idle-' || place || '@example.org', 'Mira', 'Tollander' from generate_series(1, 16) place returning id)
     insert into organisation_people (user_id, organisation_id, role) select id, $1, 'learner' from people
     returning user_id`,
    [organisation.id],
  );
  const questions = [oneQuestion('a'), oneQuestion('b')];
  const id = await addPath(administrator, [resourceStep(first), textStep('a')], { title: 'The way of the team' });
  await publishCheck(administrator, id, questions);
  const people = [ana, ben, cleo, dan].map(({ userId }) => userId).concat(idle.map(({ user_id }) => user_id));
  const [{ day }] = await rows(`select ((now() at time zone 'UTC')::date + 30)::text as day`);
  const form = { resourceIds: [id], people, dueOn: day };
  expect((await ana.post(`${path}/assignments`, form)).status).toBe(403);
  expect((await manager.post(`${path}/assignments`, form)).body).toMatchObject({ assigned: 20, alreadyAssigned: 0 });

  for (const person of [ana, ben, cleo, dan]) await beginPath(person, id);
  for (const person of [ana, ben, cleo]) {
    await finishResource(person, first);
    await readText(person, id, 'a');
  }
  for (const right of [1, 2]) await takeCheck(ana, id, questions, right);
  await takeCheck(ben, id, questions);
  await takeCheck(cleo, id, questions, 0);

  const counts = { assigned: 20, completed: 2, inProgress: 2, notStarted: 16, overdue: 0 };
  const { body } = await manager.get<LearningSummary>(`${path}/learning`);
  expect([body.total, body.resources]).toMatchObject([counts, [{ resourceId: id, type: 'path', ...counts }]]);
  const listed = await manager.get<Assignment[]>(`${path}/assignments?pageSize=200`);
  expect(listed.headers['x-total-count']).toBe('20');
  const shown = ({ userId }: Person) => {
    const { status, check } = listed.body.find((one) => one.userId === userId) ?? {};
    return [status, check?.passed, check?.attempts, check?.bestPercent];
  };
  expect([ana, ben, cleo, dan].map(shown)).toEqual([
    ['completed', true, 2, 100],
    ['completed', true, 1, 100],
    ['in_progress', false, 1, 0],
    ['in_progress', false, 0, null],
  ]);
  expect(JSON.stringify(listed.body)).not.toMatch(/Question a|Right a/);
  const done = await manager.get<Assignment[]>(`${path}/assignments?status=completed`);
  expect(done.body.map(({ userId }) => userId).toSorted()).toEqual([ana.userId, ben.userId].toSorted());
  const own = async (person: Person) => (await person.get<Certificate[]>('/api/user/certificates')).body;
  expect(await own(ana)).toMatchObject([{ resource: 'The way of the team', check: { percent: 100, version: 1 } }]);
  expect([await own(cleo), await own(dan)]).toEqual([[], []]);
  const certified = 'select user_id, resource_id from certificates where organisation_id = $1 order by user_id';
  expect(await rows(certified, [organisation.id])).toEqual(
    [ana, ben].map(({ userId }) => ({ user_id: userId, resource_id: id })),
  );
});

describe('changes', () => {
  it('PATH-03 completed steps stay when a step is added, which is asked of people who finished only if it says so', async () => {
    const other = await portal.member();
    const id = await addPath(administrator, [resourceStep(first), textStep('a')]);
    for (const person of [member, other]) {
      await beginPath(person, id);
      await finishResource(person, first);
    }
    await readText(member, id, 'a');
    const steps = [textStep('b'), resourceStep(first), textStep('a')];
    const percent =
      'select completion_percentage as percent from progress_sessions where resource_id = $1 and user_id = $2';
    await patch(id, { path: pathOf(steps) });
    await portal.runJobs();
    expect(await ownPath(member, id)).toMatchObject({ isCompleted: true });
    expect(await progress(other, id)).toEqual({ completed: 1, required: 3, states: ['next', 'completed', 'locked'] });
    const asked = textStep('b', { asksFinished: true });
    await patch(id, { path: pathOf([textStep('c'), asked, resourceStep(first), textStep('a')]) });
    await portal.runJobs();
    expect(await progress(member, id)).toEqual({
      completed: 2,
      required: 3,
      states: ['open', 'next', 'completed', 'completed'],
    });
    expect(await rows(percent, [id, member.userId])).toEqual([{ percent: 66 }]);
    await rows(`update completions set completed_at = completed_at - interval '1 minute' where resource_id = $1`, [id]);
    await readText(member, id, 'b');
    expect(await ownPath(member, id)).toMatchObject({ isCompleted: true });
    expect(await completionsOf(id)).toEqual([member.userId, member.userId]);
    // Reading one step again is no new completion.
    await rows(`update completions set completed_at = completed_at - interval '1 minute' where resource_id = $1`, [id]);
    await readText(member, id, 'b');
    expect(await completionsOf(id)).toHaveLength(2);
  });

  it('PATH-03 a step that is deleted or withdrawn while a person is at it is asked no more, and the path completes', async () => {
    const id = await addPath(administrator, [resourceStep(first), textStep('a'), resourceStep(second)]);
    await beginPath(member, id);
    await finishResource(member, first);
    await patch(id, { path: pathOf([resourceStep(first), resourceStep(second)]) });
    expect((await readText(member, id, 'a')).body.code).toBe('paths.step-not-found');
    await portal.runJobs();
    expect(await completionsOf(id)).toEqual([]);
    expect((await administrator.delete(`/api/admin/resources/${second}`)).status).toBeLessThan(300);
    await portal.runJobs();
    expect(await ownPath(member, id)).toMatchObject({ completed: 1, required: 1, isCompleted: true });
    expect(await completionsOf(id)).toEqual([member.userId]);
    const { body } = await administrator.get<AdminResource>(`/api/admin/resources/${id}`);
    expect(body.pathParts?.map(({ state }) => state)).toEqual(['listed', 'withdrawn']);
  });
});

it('PATH-04 search finds a published path by the words of its title and description, and by its type', async () => {
  const id = await addPath(administrator, [textStep('a')], {
    title: 'Working with wayfinders',
    description: 'For stewards of the orchard.',
  });
  const find = async (query: string, by: Person = member) =>
    (await by.get<{ id: number; type: string }[]>(`/api/resources?${query}&page=1&pageSize=12`)).body.filter(
      (one) => one.id === id,
    );
  for (const query of ['search=wayfinder', 'search=orchard', 'search=paths%20wayfinder', 'type=path']) {
    expect([query, await find(query)]).toMatchObject([query, [{ type: 'path' }]]);
  }
  expect(await find('type=book')).toEqual([]);
  await patch(id, { isPublished: false });
  for (const query of ['search=wayfinder', 'type=path']) expect(await find(query)).toEqual([]);
});

describe('access', () => {
  it('PATH-01 a seat taken back in the middle closes the path and its parts, and keeps the progress', async () => {
    const sold = await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 });
    const id = await addPath(administrator, [resourceStep(first), resourceStep(sold.id), textStep('a')], {
      accessType: 'purchase',
      price: 30,
    });
    const owner = await verifiedMember(portal);
    const organisation = (await owner.post<{ id: number }>('/api/organisations', { name: 'Ebbvale Council' })).body.id;
    const [lot] = await rows(
      `insert into seat_lots (organisation_id, resource_id, seats, reason) values ($1, $2, 1, 'A test') returning id`,
      [organisation, id],
    );
    const [seat] = await rows('insert into seats (lot_id, user_id, assigned_at) values ($1, $2, now()) returning id', [
      lot.id,
      member.userId,
    ]);
    await beginPath(member, id);
    expect((await finishResource(member, sold.id)).status).toBe(200);
    await rows('update seats set returned_at = now() where id = $1', [seat.id]);
    expect((await finishResource(member, sold.id)).status).toBe(403);
    const path = await ownPath(member, id);
    expect([path.canOpen, path.completed, path.required]).toEqual([false, 1, 3]);
    expect(stepsIn(path).map(({ canOpen }) => canOpen)).toEqual([true, false, false]);
  });

  it('PATH-01 a path is open to a person who can open each of its resources', async () => {
    const sold = await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 });
    const id = await addPath(administrator, [resourceStep(first), resourceStep(sold.id)], {
      accessType: 'purchase',
      price: 30,
    });
    expect((await ownPath(member, id)).canOpen).toBe(false);
    await insertGrant(portal.database, { userId: member.userId, resourceId: sold.id });
    expect((await ownPath(member, id)).canOpen).toBe(true);
    const { body } = await administrator.get<{ because: unknown[] }>(`/api/admin/users/${member.userId}/access/${id}`);
    expect(JSON.stringify(body)).toContain('parts');
  });
});
