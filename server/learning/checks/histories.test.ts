import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AttemptResult, CheckState, OpenAttempt, OwnCheckAttempt } from '#contract/learning/checks.ts';
import type { AdminCheck } from '#contract/learning/checks-admin.ts';
import { answerVisibilities } from '#contract/learning/checks-limits.ts';
import {
  CheckModel,
  fieldsOf,
  type ModelAttempt,
  randomAnswer,
  randomQuestion,
  secretWord,
  wholeIn,
} from '#tests/support/check-lives.ts';
import { answerWith, handIn, publishCheck, saveAnswer, startAttempt } from '#tests/support/checks.ts';
import { insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { chooser } from '#tests/support/money-lives.ts';
import type { Person } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { seed } from '#tests/support/seed.ts';

let portal: TestPortal;
let administrator: Person;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' });
  administrator = await portal.administrator();
});
afterAll(async () => {
  await expectInvariants(portal.database);
  await portal.close();
});

/** Fields that mark a question, or say its right answer. */
const marking = [
  'isRight',
  'isVoid',
  'rightAnswer',
  'accepted',
  'explanation',
  'right',
  'isTrue',
  'value',
  'tolerance',
];

/** A random life of one check and one member, compared with the model after each step. */
class CheckLife {
  readonly model = new CheckModel();
  readonly choose;
  resourceId = 0;
  member: Person = administrator;
  questionCount = 0;
  readonly ids = new Set<string>();

  constructor(number: number) {
    this.choose = chooser(number);
  }

  async begin(): Promise<void> {
    this.member = await portal.member();
    this.resourceId = (await insertResource(portal.database)).id;
    await this.publish();
  }

  async step(): Promise<void> {
    const { oneOf } = this.choose;
    const steps = [
      this.start,
      this.answer,
      this.answer,
      this.answer,
      this.handIn,
      this.publish,
      this.voidOne,
      this.read,
    ];
    await oneOf(steps).call(this);
    await this.compare();
  }

  /** Expects that a reply reveals no right answer. */
  expectSecret(reply: unknown): void {
    expect(fieldsOf(reply).filter((name) => marking.includes(name))).toEqual([]);
    expect(JSON.stringify(reply)).not.toContain(secretWord);
    expect(JSON.stringify(reply)).not.toMatch(/990\d{3}/);
  }

  get open(): ModelAttempt | undefined {
    return this.model.attempts.find(({ state }) => state === 'open');
  }

  async publish(): Promise<void> {
    const { chance, oneOf } = this.choose;
    const before = this.model.versions.at(-1)?.questions.filter(() => chance(0.7)) ?? [];
    const added = Array.from({ length: wholeIn(this.choose, 1, 3) }, () => {
      this.questionCount += 1;
      return randomQuestion(`q${this.questionCount}`, this.choose);
    });
    const questions = [...before, ...added];
    const settings = {
      passMark: wholeIn(this.choose, 1, 100),
      drawn: chance(0.5) ? null : wholeIn(this.choose, 1, questions.length),
      attemptsPerDay: 0,
      shuffles: chance(0.5),
      showsAnswers: oneOf(answerVisibilities),
      timeLimit: null,
    };
    await publishCheck(administrator, this.resourceId, questions, settings);
    this.model.publish({ settings, questions });
  }

  async start(): Promise<void> {
    const former = this.open;
    const attempt = await startAttempt(this.member, this.resourceId);
    this.expectSecret(withoutAnswers(attempt));
    if (former) return expect(attempt.id).toBe(former.id);
    const version = this.model.versions.length;
    const { settings, questions } = this.model.versions[version - 1] ?? this.model.versions[0] ?? fail();
    const pool = questions.filter(({ id }) => !this.model.voided[version - 1]?.has(id)).map(({ text }) => text);
    const asked = attempt.questions.map(({ text }) => text);
    expect([attempt.version, asked.length]).toEqual([version, Math.min(settings.drawn ?? pool.length, pool.length)]);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((text) => !pool.includes(text))).toEqual([]);
    if (!settings.shuffles) expect(asked).toEqual(pool.filter((text) => asked.includes(text)));
    this.expectNewIds(attempt);
    this.model.attempts.push({
      id: attempt.id,
      version,
      asked: asked.map((text) => text.slice('Question '.length, -1)),
      answers: new Map(),
      state: 'open',
      right: new Set(),
      awarded: new Set(),
    });
  }

  /** Expects that no option has an id of another attempt. */
  expectNewIds({ questions }: OpenAttempt): void {
    const ids = questions.flatMap(({ options, counterparts }) => [...options, ...counterparts].map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => this.ids.has(id))).toEqual([]);
    for (const id of ids) this.ids.add(id);
  }

  async answer(): Promise<void> {
    const attempt = this.open;
    if (!attempt) return this.start();
    const { body } = await this.member.get<OpenAttempt>(`/api/user/check-attempts/${attempt.id}/questions`);
    this.expectSecret(withoutAnswers(body));
    const shown = this.choose.oneOf(body.questions);
    const id = attempt.asked[shown.number - 1] ?? '';
    const texts = this.choose.chance(0.15) ? [] : randomAnswer(this.model.questionOf(attempt, id), this.choose);
    const given = texts.length === 0 ? null : answerWith(shown, ...texts);
    const times = this.choose.chance(0.2) ? [1, 2] : [1];
    const saved = await Promise.all(times.map(() => saveAnswer(this.member, attempt.id, shown.number, given)));
    if (given === null) attempt.answers.delete(id);
    else attempt.answers.set(id, texts);
    for (const { body: reply } of saved) {
      expect(Object.keys(reply).toSorted()).toEqual(['answered', 'questions', 'savedAt']);
      expect(reply.answered).toBe(attempt.answers.size);
    }
  }

  async handIn(): Promise<void> {
    const attempt = this.open;
    if (!attempt) return this.start();
    const tabs = this.choose.chance(0.3) ? [1, 2] : [1];
    const handed = await Promise.all(tabs.map(() => handIn(this.member, attempt.id)));
    this.model.handIn(attempt);
    for (const { body } of handed) this.expectResult(attempt, body);
  }

  async voidOne(): Promise<void> {
    const current = this.model.versions.at(-1)?.questions ?? [];
    const counting = current.filter(({ id }) => !this.model.voided.at(-1)?.has(id));
    if (counting.length < 2) return;
    const { id } = this.choose.oneOf(counting);
    const path = `/api/admin/resources/${this.resourceId}/check/questions/${id}/void`;
    expect((await administrator.post<AdminCheck>(path, { reason: 'It is faulty' })).status).toBe(200);
    await portal.runJobs();
    this.model.voidQuestion(id);
  }

  async read(): Promise<void> {
    for (const attempt of this.model.attempts.filter(({ state }) => state === 'handed-in')) {
      const { body } = await this.member.get<AttemptResult>(`/api/user/check-attempts/${attempt.id}`);
      this.expectResult(attempt, body);
    }
  }

  expectResult(attempt: ModelAttempt, result: AttemptResult): void {
    const { model } = this;
    expect(result).toMatchObject({
      id: attempt.id,
      version: attempt.version,
      points: model.points(attempt),
      questions: attempt.asked.length,
      percent: model.percent(attempt),
      passed: model.isPassed(attempt),
      unanswered: attempt.asked.filter((id) => !attempt.answers.has(id)).length,
    });
    const wrong = attempt.asked.filter((id) => !attempt.right.has(id) && !attempt.awarded.has(id));
    const pages = wrong.flatMap((id) => {
      const { pointer } = model.questionOf(attempt, id);
      return pointer?.kind === 'page' ? pointer.page : [];
    });
    expect(result.readAgain.map((pointer) => pointer.kind === 'page' && pointer.page)).toEqual(
      [...new Set(pages)].sort((one, other) => one - other),
    );
    expect(result.review !== null).toBe(model.mayReview(attempt));
    if (!result.review) this.expectSecret(result);
    else {
      expect(result.review.filter(({ isRight }) => isRight).map(({ text }) => text.slice(9, -1))).toEqual(
        attempt.asked.filter((id) => attempt.right.has(id)),
      );
    }
  }

  async compare(): Promise<void> {
    const { model } = this;
    const done = model.attempts.filter(({ state }) => state === 'handed-in');
    const { body: state } = await this.member.get<CheckState>(`/api/resources/${this.resourceId}/check`);
    expect(state).toMatchObject({
      version: model.versions.length,
      passed: done.some(model.isPassed),
      bestPercent: done.length === 0 ? null : Math.max(...done.map(model.percent)),
      openAttempt: this.open ? { id: this.open.id, answered: this.open.answers.size } : null,
    });
    const path = `/api/user/check-attempts?resourceId=${this.resourceId}`;
    const { body: listed } = await this.member.get<OwnCheckAttempt[]>(path);
    expect(listed.map(({ id, percent }) => [id, percent])).toEqual(
      model.attempts
        .map((attempt) => [attempt.id, attempt.state === 'open' ? null : model.percent(attempt)])
        .toReversed(),
    );
    this.expectSecret([state, listed]);
    const { rows } = await portal.database.pool.query(
      'select count(distinct user_id)::integer as people from completions where resource_id = $1',
      [this.resourceId],
    );
    expect(rows[0].people).toBe(model.completions);
  }
}

/** Leaves out the member's own answers, which may be right. */
const withoutAnswers = ({ questions, ...attempt }: OpenAttempt) => ({
  ...attempt,
  questions: questions.map(({ answer: _, ...question }) => question),
});

function fail(): never {
  throw new Error('The check has no version');
}

async function live(number: number, steps: number): Promise<void> {
  const life = new CheckLife(number);
  await life.begin();
  for (let step = 0; step < steps; step += 1) await life.step();
}

it('CHECK-01 CHECK-02 CHECK-04 score, completion and secrecy follow the model over random histories with versions', async () => {
  for (let life = 0; life < 3; life += 1) await live(seed * 100 + life, 40);
});

it('CHECK-01 CHECK-02 CHECK-04 score, completion and secrecy follow the model over many random histories', {
  tags: 'long',
}, async () => {
  for (let life = 0; life < 40; life += 1) await live(seed * 1000 + life, 80);
});
