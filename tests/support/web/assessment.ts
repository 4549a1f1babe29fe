import type { AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import type {
  AssessmentQuestions,
  AssessmentResult,
  AttemptSummary,
  PublicAssessmentResult,
} from '#contract/learning/assessment.ts';
import { assessmentQuestions } from '#contract/learning/assessment-questions.ts';
import type { ToolAccess } from '#contract/learning/tools.ts';
import { toolAccess } from './fixtures.ts';

// The readiness assessment of twelve questions, with results in which every answer has the same level.

export const questionsPath = '/tools/responsible-ai-assessment';

export const sectionTitles = [
  'Leadership and direction',
  'Governance and accountability',
  'Data, skills and safeguards',
  'People and culture',
];

const levels = assessmentLevels.map((level, points) => ({
  level,
  name: level.charAt(0).toUpperCase() + level.slice(1),
  points,
  sectionFrom: [0, 3, 5, 7][points] ?? 0,
  overallFrom: [0, 9, 18, 27][points] ?? 0,
}));

const statements = { initial: 'Not yet.', emerging: 'Begun.', developing: 'Mostly.', advanced: 'Always.' };

/** Every question with its section. */
const asked = Object.entries(assessmentQuestions).flatMap(([sectionId, ids]) =>
  ids.map((id) => ({ id, sectionId, title: `Title of ${id}` })),
);

export function questions(): AssessmentQuestions {
  return {
    version: '1.0',
    disclaimer: 'It is no audit.',
    answering: 'Choose what is true today.',
    levels,
    sections: Object.entries(assessmentQuestions).map(([id, ids], index) => ({
      id,
      title: sectionTitles[index] ?? id,
      intro: 'What this section asks.',
      questions: ids.map((one) => ({
        id: one,
        title: `Title of ${one}`,
        text: `Text of ${one}`,
        help: null,
        statements,
      })),
    })),
  };
}

/** Tool of a token of the assessment, which is resource 1. */
export function assessmentAccess(changed: Partial<ToolAccess> = {}): ToolAccess {
  const { onlineProduct } = toolAccess();
  return toolAccess({
    onlineProduct: {
      ...onlineProduct,
      slug: 'responsible-ai-assessment',
      toolType: 'component',
      toolUrl: questionsPath,
      launchUrl: questionsPath,
    },
    ...changed,
  });
}

export function attempt(changed: Partial<AttemptSummary> = {}): AttemptSummary {
  return {
    id: 1,
    contentVersion: '1.0',
    scope: null,
    assessedOn: '2026-01-05',
    createdAt: '2026-01-05T09:00:00.000Z',
    percent: 67,
    band: 'developing',
    bandName: 'Developing',
    ...changed,
  };
}

const share = (level: AssessmentLevel, count: number) => {
  const points = assessmentLevels.indexOf(level) * count;
  return { points, most: count * 3, percent: Math.round((points * 100) / (count * 3)), band: level };
};

const overallOf = (level: AssessmentLevel) => ({
  ...share(level, 12),
  bandOfPoints: level,
  meaning: 'What the level means.',
  next: 'What comes next.',
  heldBackBy: [],
});

const sectionsOf = (level: AssessmentLevel) =>
  Object.entries(assessmentQuestions).map(([id, ids], index) => ({
    id,
    title: sectionTitles[index] ?? id,
    ...share(level, ids.length),
    text: 'What the section says.',
  }));

const actionsOf = (level: AssessmentLevel) =>
  asked.slice(0, 3).map(({ id, title }, index) => ({
    id: `A${index + 1}`,
    text: `Action ${index + 1}`,
    principle: 'responsible' as const,
    phase: 'phase_1_discover_assess' as const,
    role: 'policy_lead' as const,
    questionId: id,
    questionTitle: title,
    level,
    holdsBack: false,
  }));

/** Attempt 1, in which every answer has this level; three actions, each with a free report. */
export function result(level: AssessmentLevel, changed: Partial<AssessmentResult> = {}): AssessmentResult {
  return {
    ...attempt(),
    resourceId: 1,
    texts: {
      purpose: 'Its purpose.',
      disclaimer: 'It is no audit.',
      coverage: 'What it covers.',
      answering: 'Choose what is true today.',
      thresholds: 'Where bands begin.',
      indicative: 'It is indicative.',
      references: 'Its sources.',
      highRisk: 'High risk.',
    },
    levels,
    overall: overallOf(level),
    sections: sectionsOf(level).map((section) => ({ ...section, previousPercent: null })),
    answers: asked.map(({ id, sectionId, title }) => ({
      questionId: id,
      sectionId,
      title,
      shortName: id,
      level,
      statement: statements[level],
      previousLevel: null,
      references: { nist: 'GOVERN 1', iso: '5.1', euAiAct: null },
    })),
    principles: [{ principle: 'responsible', meaning: 'What it means.', percent: share(level, 12).percent }],
    actions: actionsOf(level).map((action, index) => ({
      ...action,
      sectionTitle: sectionTitles[0] ?? '',
      entry: null,
      fit: 'principle-phase-role',
      resources: [
        {
          id: index + 11,
          title: `Help ${index + 1}`,
          type: 'report',
          accessType: 'free',
          cost: 'free',
          price: null,
          monthlyPrice: null,
          annualPrice: null,
        },
      ],
    })),
    previous: null,
    ...changed,
  };
}

/** Result of a visitor whose answers all have this level. */
export function publicResult(level: AssessmentLevel): PublicAssessmentResult {
  return {
    overall: overallOf(level),
    sections: sectionsOf(level),
    actions: actionsOf(level).map((action, index) => ({
      ...action,
      resources: [
        {
          id: index + 11,
          title: `Help ${index + 1}`,
          type: 'report',
          accessType: 'free',
          price: null,
          monthlyPrice: null,
          annualPrice: null,
          thumbnailUrl: null,
          featuredImageUrl: null,
          rappPrinciples: ['responsible'],
        },
      ],
    })),
  };
}
