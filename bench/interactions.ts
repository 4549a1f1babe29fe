import type { BrowserContext } from '@playwright/test';

/** Lighthouse slows its telephone down as much. */
const slowness = 4;

// Bench is checked without the browser's types, so what runs in the page is text.

/** Keeps the milliseconds from each event to the paint after it; sixteen is the shortest that browsers tell. */
const watchPaints = `
  window.paints = [];
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => window.paints.push(duration)))
    .observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

/** Two frames: the second begins when what the first painted is on the screen, and the observer was told. */
const nextPaint = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))';

export type Interaction = { what: string; paintedAfterMs: number };

/**
 * What a member does on the page to browse, on a processor slowed down four times, and for each step the time until the
 * next paint (Event Timing, as web.dev describes Interaction to Next Paint).
 */
export async function measureInteractions(context: BrowserContext, portal: string): Promise<Interaction[]> {
  const page = await context.newPage();
  await page.addInitScript(watchPaints);
  await page.goto(`${portal}/browse`);
  const cards = page.getByRole('main').getByRole('article');
  await cards.first().waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  const found: Interaction[] = [];
  const measure = async (what: string, act: () => Promise<unknown>) => {
    await page.evaluate('window.paints.length = 0');
    await act();
    await page.evaluate(nextPaint);
    await page.waitForLoadState('networkidle');
    found.push({ what, paintedAfterMs: await page.evaluate<number>('Math.max(0, ...window.paints)') });
  };
  const search = page.getByRole('main').getByRole('searchbox');
  await measure('typing into the search', () => search.pressSequentially('respon', { delay: 60 }));
  await measure('emptying it', () => search.fill(''));
  await measure('a filter on', () => page.getByRole('checkbox').first().click());
  await measure('and off', () => page.getByRole('checkbox').first().click());
  await measure('the next page', () => page.getByRole('button', { name: 'Next' }).click());
  await page.close();
  return found;
}
