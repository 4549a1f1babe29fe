import type { PathContent, PathStep } from '#contract/catalogue/paths.ts';
import { type DemoResource, free, purchase, resourcesOf } from './resource.ts';

/** A step of a demo path: a resource by its key, a text, or the assessment. */
type DemoStep = { key: string; isOptional?: true } | { title: string; text: string; isOptional?: true } | 'assessment';

export type DemoPath = { sections: { title: string; summary: string; steps: DemoStep[] }[] };

/** One learning path for each family of roles (PATH-05). */
export const pathResources: DemoResource[] = resourcesOf('path', [
  {
    key: 'path-leaders',
    title: 'Leading an Organisation That Uses AI',
    description: [
      'For directors and managers who decide where AI is used and answer for it.',
      'Starts with where you stand, ends with a plan that your people know.',
    ],
    access: free,
    minutes: 90,
    principles: ['purpose_driven', 'people_centred'],
    phases: [1, 2],
    roles: ['executive_leader', 'people_capability_lead', 'policy_lead'],
    tags: ['learning path', 'leadership', 'strategy'],
    daysAgo: 200,
  },
  {
    key: 'path-builders',
    title: 'Building AI Services That People Can Trust',
    description: [
      'For technical leads, product owners and project managers who build and run AI services.',
      'From the first question to the day the service is watched, corrected and stopped.',
    ],
    access: free,
    minutes: 120,
    principles: ['adaptive', 'responsible'],
    phases: [3, 4],
    roles: ['technical_lead_ai_ml_data', 'technical_lead', 'product_service_owner', 'project_manager'],
    tags: ['learning path', 'engineering', 'operation'],
    daysAgo: 201,
  },
  {
    key: 'path-buyers',
    title: 'Buying AI and Keeping It within the Law',
    description: [
      'For people who buy AI, read its contracts and answer for compliance.',
      'What to ask suppliers, what to write down, and how people get to a human.',
    ],
    access: purchase(2900),
    minutes: 110,
    principles: ['responsible', 'people_centred'],
    phases: [2, 4],
    roles: ['legal_risk_compliance', 'policy_public_interest_lead'],
    tags: ['learning path', 'procurement', 'law'],
    daysAgo: 202,
  },
]);

/** The steps of each path, by its key; resources are named by their keys. */
export const demoPaths: Record<string, DemoPath> = {
  'path-leaders': {
    sections: [
      {
        title: 'Know where you stand',
        summary: 'Look before you decide.',
        steps: ['assessment', { key: 'when-not-to-automate' }],
      },
      {
        title: 'Decide and say so',
        summary: 'Rules that people read, and a report that leaders read.',
        steps: [
          { key: 'writing-an-ai-policy-people-will-read' },
          {
            title: 'Talk to your management team: three questions',
            text: 'Which decision do we want to be better at because of AI?\nWho may stop an AI service today, and do they know it?\nWhat will we tell our people before the first service starts?',
          },
          { key: 'the-one-page-ai-report-for-leaders', isOptional: true },
        ],
      },
    ],
  },
  'path-builders': {
    sections: [
      {
        title: 'Know your model and your data',
        summary: 'Before anything is built.',
        steps: [
          { key: 'reading-a-model-card-in-ten-minutes' },
          {
            title: 'Write down where your data came from',
            text: 'Who collected the data, for what purpose, and who is missing from it?\nOne page is enough. Keep it where the model is kept.',
          },
        ],
      },
      {
        title: 'Run it with care',
        summary: 'Watch it, rehearse its failure, and know how to stop it.',
        steps: [
          { key: 'rehearsing-failure-on-a-tuesday-afternoon' },
          { key: 'three-signals-a-pilot-is-ready-to-stop' },
        ],
      },
    ],
  },
  'path-buyers': {
    sections: [
      {
        title: 'Ask before you sign',
        summary: 'Checks and clauses that are worth the argument.',
        steps: [{ key: 'procurement-checks-for-ai-suppliers' }, { key: 'five-contract-clauses-worth-arguing-for' }],
      },
      {
        title: 'Answer for it',
        summary: 'Oversight, and a route to a human.',
        steps: [
          { key: 'appeals-and-remedies' },
          {
            title: 'Find out who answers the first appeal',
            text: 'Ask for the name of the person who would read the first appeal against a decision of your next AI service.\nIf you get no name, write down who should do it, and by when.',
          },
        ],
      },
    ],
  },
};

/** Returns the content of a demo path, with the ids of its resources. */
export function pathContentOf({ sections }: DemoPath, ids: ReadonlyMap<string, number>): PathContent {
  let count = 0;
  const stepOf = (step: DemoStep): PathStep => {
    count += 1;
    const isOptional = step !== 'assessment' && step.isOptional === true;
    const common = { id: `step-${count}`, isOptional, asksAnew: false, asksFinished: false };
    if (step === 'assessment') return { ...common, kind: 'assessment' };
    if ('text' in step) return { ...common, kind: 'text', title: step.title, text: step.text };
    const resourceId = ids.get(step.key);
    if (resourceId === undefined) throw new Error(`The demo has no resource “${step.key}”`);
    return { ...common, kind: 'resource', resourceId };
  };
  return {
    order: 'in_order',
    sections: sections.map(({ steps, ...section }) => ({ ...section, steps: steps.map(stepOf) })),
  };
}
