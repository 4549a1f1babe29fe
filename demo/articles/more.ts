import type { DemoContents } from '../documents/document.ts';
import { moreCraft } from './more-craft.ts';
import { moreInsights } from './more-insights.ts';
import { moreStories } from './more-stories.ts';

const more = { ...moreStories, ...moreCraft, ...moreInsights };

/** The whole of what is written about a resource: its first sections and those that stand in files of their own. */
export function withMore(key: string, contents: DemoContents): DemoContents {
  return { ...contents, sections: [...contents.sections, ...(more[key] ?? [])] };
}
