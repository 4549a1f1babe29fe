import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { median } from './goals.ts';

// Run as a program, so that the portal's type check does not need Lighthouse.
const program = path.join(import.meta.dirname, 'lighthouse/node_modules/lighthouse/cli/index.js');
const reportBytes = 64 * 1024 * 1024;

/** Lighthouse's figures for a page on its simulated phone: scores out of 100, and milliseconds. */
export type PageFigures = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  largestPaintMs: number;
  blockedMs: number;
  layoutShift: number;
};

type Page = { url: string; cookie?: string };

const runs = 3;

/**
 * Checks that Lighthouse, which is not installed with the portal, is there. @throws with the command that installs it
 */
export function checkLighthouse(): void {
  if (!existsSync(program)) throw new Error('Lighthouse is not installed: run npm run bench:web:install first.');
}

/**
 * Returns the medians of three visits, each with an empty cache.
 * @param debuggingPort of the browser
 * @throws when Lighthouse could not judge the page
 */
export async function judgePage({ url, cookie }: Page, debuggingPort: number): Promise<PageFigures> {
  const seen: PageFigures[] = [];
  for (let run = 0; run < runs; run += 1) {
    const report = await runLighthouse({ url, cookie }, debuggingPort);
    if (report.runtimeError) throw new Error(`Lighthouse could not judge ${url}: ${report.runtimeError.message}`);
    seen.push(figuresOf(report));
  }
  const of = (figure: keyof PageFigures) => median(seen.map((figures) => figures[figure]));
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('bestPractices'),
    seo: of('seo'),
    largestPaintMs: of('largestPaintMs'),
    blockedMs: of('blockedMs'),
    layoutShift: of('layoutShift'),
  };
}

async function runLighthouse({ url, cookie }: Page, debuggingPort: number): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      program,
      url,
      `--port=${debuggingPort}`,
      '--only-categories=performance,accessibility,best-practices,seo',
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
    ],
    { maxBuffer: reportBytes },
  );
  return JSON.parse(stdout) as Report;
}

type Report = {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
};

function figuresOf({ categories: scores, audits }: Report): PageFigures {
  const score = (category: string) => Math.round((scores[category]?.score ?? 0) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestPaintMs: value('largest-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
  };
}
