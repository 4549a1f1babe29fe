import lighthouse from 'lighthouse';
import { median } from './goals.ts';

/** What Lighthouse says of a page on its simulated telephone: scores of 100, and milliseconds. */
export type PageFigures = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  largestPaintMs: number;
  blockedMs: number;
  layoutShift: number;
};

type Page = { url: string; cookie?: string };

const runs = 3;
const categories = ['performance', 'accessibility', 'best-practices'];

/**
 * The medians of three visits, each with an empty cache.
 * @param debuggingPort where the browser listens
 * @throws when Lighthouse could not judge the page
 */
export async function judgePage({ url, cookie }: Page, debuggingPort: number): Promise<PageFigures> {
  const seen: PageFigures[] = [];
  for (let run = 0; run < runs; run += 1) {
    const result = await lighthouse(url, {
      port: debuggingPort,
      onlyCategories: categories,
      logLevel: 'error',
      ...(cookie && { extraHeaders: { cookie } }),
    });
    if (!result || result.lhr.runtimeError) {
      throw new Error(`Lighthouse could not judge ${url}: ${result?.lhr.runtimeError?.message}`);
    }
    seen.push(figuresOf(result.lhr));
  }
  const of = (figure: keyof PageFigures) => median(seen.map((figures) => figures[figure]));
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('bestPractices'),
    largestPaintMs: of('largestPaintMs'),
    blockedMs: of('blockedMs'),
    layoutShift: of('layoutShift'),
  };
}

type Judged = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
};

function figuresOf({ categories: scores, audits }: Judged): PageFigures {
  const score = (category: string) => Math.round((scores[category]?.score ?? 0) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    largestPaintMs: value('largest-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
  };
}
