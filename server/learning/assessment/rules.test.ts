import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssessmentContent } from '#contract/catalogue/assessment-content.ts';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import { usualContent } from '#server/catalogue/content/rules.ts';
import {
  type FullAnswers,
  questionsOf,
  rankOf,
  readAnswers,
  scoreOverall,
  scorePrinciples,
  scoreSection,
} from './rules.ts';

const content = usualContent.assessment;
const ids = questionsOf(content).map(({ id }) => id);
const level = fc.constantFrom(...assessmentLevels);
const answersArbitrary: fc.Arbitrary<FullAnswers> = fc.record(Object.fromEntries(ids.map((id) => [id, level])));
const all = (value: (typeof assessmentLevels)[number]): FullAnswers => Object.fromEntries(ids.map((id) => [id, value]));
const strictQuestions = ['risk_management', 'compliance_monitoring', 'security_measures'];

describe('the content', () => {
  it('ASSESS-11 ASSESS-12 the content has the questions of leadership and governance in their order', () => {
    expect(content.sections[0]).toMatchObject({ id: 'leadership' });
    expect(content.sections[1]).toMatchObject({ id: 'governance' });
    expect(ids.slice(0, 6)).toEqual([
      ...['leadership_vision', 'leadership_commitment', 'decision_framework'],
      ...['ethics_committee', 'risk_management', 'compliance_monitoring'],
    ]);
  });

  it('ASSESS-13 ASSESS-14 the content has the questions of technical and culture in their order', () => {
    expect(content.sections[2]).toMatchObject({ id: 'technical' });
    expect(content.sections[3]).toMatchObject({ id: 'culture' });
    expect(ids.slice(6)).toEqual([
      ...['data_infrastructure', 'ai_expertise', 'security_measures'],
      ...['change_readiness', 'training_development', 'stakeholder_engagement'],
    ]);
  });

  it('ASSESS-15 the content has a statement for each of the four levels of each question', () => {
    for (const question of questionsOf(content)) {
      expect(Object.keys(question.statements)).toEqual([...assessmentLevels]);
      expect(new Set(Object.values(question.statements)).size).toBe(4);
    }
  });

  it('names each action once, 84 in all, and only principles and limits of its own questions', () => {
    const actions = questionsOf(content).flatMap((question) => Object.values(question.actions).flat());
    expect(new Set(actions.map(({ id }) => id)).size).toBe(84);
    for (const { questions } of [...content.limits, ...content.principles]) {
      for (const id of questions) expect(ids).toContain(id);
    }
  });
});

describe('answers', () => {
  it('ASSESS-17 answers with an unknown question or level are refused, however the rest looks', () => {
    fc.assert(
      fc.property(answersArbitrary, fc.string(), fc.string(), (answers, id, value) => {
        fc.pre(!ids.includes(id));
        expect(readAnswers(content, { ...answers, [id]: 'advanced' }).kind).toBe('unknown');
        fc.pre(!assessmentLevels.some((one) => one === value));
        expect(readAnswers(content, { ...answers, leadership_vision: value }).kind).toBe('unknown');
      }),
    );
    expect(readAnswers(content, JSON.parse('{"__proto__":"advanced"}'))).toEqual({
      kind: 'unknown',
      questionId: '__proto__',
    });
  });

  it('ASSESS-16 answers give a result only when all twelve questions hold a level', () => {
    fc.assert(
      fc.property(answersArbitrary, fc.subarray(ids, { minLength: 1 }), (answers, left) => {
        const given = Object.fromEntries(Object.entries(answers).filter(([id]) => !left.includes(id)));
        expect(readAnswers(content, given)).toEqual({ kind: 'incomplete', missing: left.length });
        expect(readAnswers(content, answers)).toEqual({ kind: 'full', answers });
      }),
    );
  });
});

describe('the score', () => {
  it.each(assessmentLevels)(
    'ASSESS-16 the score of answers that are all %s is that band, overall and in every section',
    (one) => {
      const overall = scoreOverall(content, all(one));
      expect([overall.band, overall.points, overall.most]).toEqual([one, 12 * rankOf(one), 36]);
      for (const { id } of content.sections) {
        expect(scoreSection(content, id, all(one))).toMatchObject({ band: one, points: 3 * rankOf(one), most: 9 });
      }
    },
  );

  it('ASSESS-16 the score has the bands of the content at every number of points', () => {
    const bandAt = (points: number) =>
      assessmentLevels.filter((_, index) => ([0, 9, 18, 27][index] ?? 0) <= points).at(-1);
    fc.assert(
      fc.property(answersArbitrary, (answers) => {
        const { points, bandOfPoints, percent } = scoreOverall(content, answers);
        expect(points).toBe(Object.values(answers).reduce((sum, one) => sum + rankOf(one), 0));
        expect(bandOfPoints).toBe(bandAt(points));
        expect(percent).toBe(Math.round((points / 36) * 100));
        const sections = content.sections.map(({ id }) => scoreSection(content, id, answers));
        expect(sections.reduce((sum, section) => sum + section.points, 0)).toBe(points);
      }),
    );
  });

  it('ASSESS-16 the score is never above the limits, and below its points only with the questions that hold it back', () => {
    fc.assert(
      fc.property(answersArbitrary, (answers) => {
        const { band, bandOfPoints, heldBackBy } = scoreOverall(content, answers);
        const atLowest = ids.filter((id) => answers[id] === 'initial');
        if (atLowest.some((id) => strictQuestions.includes(id))) expect(rankOf(band)).toBeLessThanOrEqual(1);
        if (atLowest.length > 0) expect(rankOf(band)).toBeLessThanOrEqual(2);
        expect(heldBackBy.length > 0).toBe(band !== bandOfPoints);
        for (const { question, highest } of heldBackBy) {
          expect(answers[question.id]).toBe('initial');
          expect(rankOf(highest)).toBeLessThan(rankOf(bandOfPoints));
        }
        if (atLowest.length === 0) expect(band).toBe(bandOfPoints);
      }),
    );
  });

  it('names what holds back, the strictest first', () => {
    const answers = { ...all('advanced'), leadership_vision: 'initial', security_measures: 'initial' } as const;
    const { band, bandOfPoints, heldBackBy } = scoreOverall(content, answers);
    expect([bandOfPoints, band]).toEqual(['advanced', 'emerging']);
    expect(heldBackBy.map(({ question, highest }) => [question.id, highest])).toEqual([
      ['security_measures', 'emerging'],
      ['leadership_vision', 'developing'],
    ]);
  });

  it('a better answer never makes it worse', () => {
    fc.assert(
      fc.property(answersArbitrary, fc.constantFrom(...ids), level, (answers, id, next) => {
        fc.pre(rankOf(next) > rankOf(answers[id] ?? 'advanced'));
        const [before, after] = [scoreOverall(content, answers), scoreOverall(content, { ...answers, [id]: next })];
        expect(rankOf(after.band)).toBeGreaterThanOrEqual(rankOf(before.band));
        expect(after.percent).toBeGreaterThanOrEqual(before.percent);
      }),
    );
  });

  it('mixes no versions: another version scores by its own points, bands and questions alone', () => {
    const other: AssessmentContent = {
      ...content,
      version: 'other',
      levels: content.levels.map((one) => ({ ...one, points: one.points * 2, overallFrom: one.overallFrom * 2 })),
      limits: [],
      sections: content.sections.map((section) => ({
        ...section,
        questions: section.questions.map((question) => ({ ...question, id: `other_${question.id}` })),
      })),
    };
    fc.assert(
      fc.property(answersArbitrary, (answers) => {
        expect(readAnswers(other, answers).kind).toBe('unknown');
        const renamed = Object.fromEntries(Object.entries(answers).map(([id, one]) => [`other_${id}`, one]));
        expect(readAnswers(content, renamed).kind).toBe('unknown');
        const [ours, theirs] = [scoreOverall(content, answers), scoreOverall(other, renamed)];
        expect(theirs).toMatchObject({ points: ours.points * 2, band: ours.bandOfPoints, heldBackBy: [] });
      }),
    );
  });
});

it('each principle is the share of the points of its questions', () => {
  fc.assert(
    fc.property(answersArbitrary, (answers) => {
      for (const { principle, percent } of scorePrinciples(content, answers)) {
        const questions = content.principles.find((one) => one.principle === principle)?.questions ?? [];
        const points = questions.reduce((sum, id) => sum + rankOf(answers[id] ?? 'initial'), 0);
        expect(percent).toBe(Math.round((points / (questions.length * 3)) * 100));
      }
    }),
  );
});
