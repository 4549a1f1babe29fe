/** Placeholder that the seeder replaces by the URL of the demo's own tool page. */
export const standInToolUrl = 'stand-in';

/** An online product of the demo; `id` is fixed, because the portal opens products 2, 3 and 4 differently. */
export type DemoProduct = {
  id: number;
  key: string;
  name: string;
  description: string;
  slug: string;
  toolType: 'embedded' | 'iframe' | 'component';
  /** `toolUrl` is a path of the app, `stand-in` or an https URL; an iframe tool repeats it as `url`. */
  configuration: { toolUrl: string; url?: string };
  /**
   * Products 2 and 3 open their sites directly, and the landing page opens product 4 automatically (TOOL-04, TOOL-14).
   */
  opening: 'landing' | 'automatic' | 'direct';
  isActive: boolean;
};

/** Online products 1 to 5, each linked to one online tool of the demo catalogue. */
export const demoProducts: DemoProduct[] = [
  {
    id: 1,
    key: 'readiness-assessment',
    name: 'Responsible AI Readiness Assessment',
    description:
      'Twelve questions in four sections on leadership, governance, technical foundations and culture. You choose the statement that is fully true today, and get a maturity profile with next steps and the resources that help with them.',
    slug: 'responsible-ai-assessment',
    toolType: 'component',
    configuration: { toolUrl: '/tools/responsible-ai-assessment' },
    opening: 'landing',
    isActive: true,
  },
  {
    id: 2,
    key: 'fairness-workspace',
    name: 'Bias and Fairness Review Workspace',
    description:
      'A shared workspace for reviewing how a model treats different groups. You choose the decision under review, name the people affected, agree a measure and a threshold, then record what you found and what you changed.',
    slug: 'bias-and-fairness-review',
    toolType: 'embedded',
    configuration: { toolUrl: standInToolUrl },
    opening: 'direct',
    isActive: true,
  },
  {
    id: 3,
    key: 'use-case-canvas',
    name: 'AI Use Case Canvas',
    description:
      'One canvas for one idea. Nine boxes lead from the problem to the people affected, the decision you would hand over, the plain alternative and the signs that would make you stop.',
    slug: 'ai-use-case-canvas',
    toolType: 'embedded',
    configuration: { toolUrl: standInToolUrl },
    opening: 'direct',
    isActive: true,
  },
  {
    id: 4,
    key: 'literacy-journey',
    name: 'AI Literacy Learning Journey',
    description:
      'Six short stations for people who use or oversee AI at work. Each ends with a practical task on a real case, and two of them contain errors for you to find.',
    slug: 'ai-literacy-learning-journey',
    toolType: 'embedded',
    configuration: { toolUrl: standInToolUrl },
    opening: 'automatic',
    isActive: true,
  },
  {
    id: 5,
    key: 'rehearsal-room',
    name: 'Incident Rehearsal Room',
    description:
      'A timed exercise in which an AI service goes wrong and your team decides what to pause, whom to call and what to say. The room keeps the clock, hands out the cards and writes the log.',
    slug: 'incident-rehearsal-room',
    toolType: 'iframe',
    configuration: { toolUrl: standInToolUrl, url: standInToolUrl },
    opening: 'landing',
    isActive: true,
  },
];
