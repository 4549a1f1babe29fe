import { articles } from './articles.ts';
import { books } from './books.ts';
import { insights } from './insights.ts';
import { newsletters } from './newsletters.ts';
import { onlineTools } from './online-tools.ts';
import { pathResources } from './paths.ts';
import { reports } from './reports.ts';
import type { DemoResource } from './resource.ts';
import { governanceTemplates } from './templates-governance.ts';
import { practiceTemplates } from './templates-practice.ts';

/** The whole demo catalogue, including drafts. */
export const demoResources: DemoResource[] = [
  ...onlineTools,
  ...governanceTemplates,
  ...practiceTemplates,
  ...reports,
  ...books,
  ...insights,
  ...newsletters,
  ...articles,
  // After the resources of their steps.
  ...pathResources,
];
