import type { Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';
import { needlessCapitals, rejectedWords } from '#tests/support/words.ts';

type Where = {
  /** Widths to check; both by default. */
  widths?: readonly number[];
  /** Whether the axe rules check only the open dialog, because the page behind it has its own check. */
  isDialog?: boolean;
  /** Whether only contrast is checked, for a page that was checked in other colours. */
  isContrast?: boolean;
};

/** Checks the current state of the page. */
export type Check = (screen: string, where?: Where) => Promise<void>;

/** Checks of screens in both themes, with all problems found, so that one run reports all of them. */
type Inspection = { check: Check; problems: string[] };

const wide = 1440;
const narrow = 390;

/**
 * Whether to check each state at both widths and in both themes, as `npm run test:rest` does. `npm test` checks names
 * and words at the narrow width, axe rules at the wide one, and the dark theme once for each screen.
 */
const isFull = process.env.LAYOUT === 'full';

/** Screens whose dark theme this worker has checked. The states and dialogs of a screen share its colours. */
const seenDark = new Set<string>();
const dialog = '[role="dialog"], [role="alertdialog"]';

/** Returns how far the page, or a dialog with its parent, can be scrolled sideways. */
const scrollSideways = `(() => {
  scrollTo(9999, scrollY);
  const parts = [...document.querySelectorAll('${dialog}')].flatMap((one) => [one, one.parentElement]);
  for (const part of parts) part.scrollLeft = 9999;
  return Math.max(scrollX, ...parts.map((part) => part.scrollLeft));
})()`;

/**
 * Returns texts beside elements or other texts, which a browser's translation would replace without React noticing
 * (GEN-28). Pages without the app are skipped, and so is the announcement of toasts, which the library removes as a
 * whole.
 */
const looseTexts = `(() => {
  const found = [];
  if (!document.getElementById('root')) return found;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (data.trim() === '' || parentElement.childNodes.length === 1) continue;
    if (!parentElement.closest('.prose, svg, option, script, style, [translate="no"], [role="status"][aria-live]')) found.push(data.trim());
  }
  return found;
})()`;

/**
 * Texts and names of the screen, without those that publishers and members wrote; `labels` are never a title or a name,
 * which may have capital letters.
 */
const words = `(() => {
  const texts = new Set();
  const labels = new Set();
  const notOurs = '.prose, textarea, script, style, template, [translate="no"]';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Text && !node.parentElement.closest(notOurs)) {
      texts.add(node.data.trim());
      const label = node.parentElement.closest('label, legend, [role=tab]');
      const isChoice = label?.querySelector('[type=checkbox], [type=radio]') ?? label?.closest('fieldset');
      if (label && !isChoice && !node.parentElement.closest('.sr-only')) labels.add(node.data.trim());
    }
    if (node instanceof Element)
      for (const name of ['aria-label', 'alt', 'placeholder', 'title']) texts.add(node.getAttribute(name) ?? '');
  }
  return { texts: [...texts], labels: [...labels] };
})()`;

/** Controls in Playwright's description of a page whose role is not followed by a name. */
const namelessControl =
  /^ *- (?:button|link|textbox|searchbox|spinbutton|combobox|checkbox|switch|radio|slider|tab|menuitem\w*)\b(?! ["/]).*$/gm;

// This rule is off in axe by default: a control's name must begin with its visible text (WCAG 2.5.3).
const namesAsShown = { 'label-content-name-mismatch': { enabled: true } };

const contrast: RunOptions = { runOnly: ['color-contrast'] };

/**
 * Checks the page's own width (GEN-18), the axe rules (GEN-19), names (GEN-21) and words (GEN-32) in the light theme,
 * and contrast in the dark one.
 */
export function inspect(page: Page): Inspection {
  const problems: string[] = [];

  async function checkWidthAndNames(screen: string) {
    const pixels = await page.evaluate<number>(scrollSideways);
    if (pixels > 0) problems.push(`${screen}: scrolls sideways by ${pixels} px`);

    for (const text of await page.evaluate<string[]>(looseTexts))
      problems.push(`${screen}: not in an element of its own: ${text}`);

    const { texts, labels } = await page.evaluate<{ texts: string[]; labels: string[] }>(words);
    const faults = [...texts.flatMap(rejectedWords), ...labels.flatMap(needlessCapitals)];
    problems.push(...faults.map((fault) => `${screen}: ${fault}`));

    for (const [control] of (await page.locator('body').ariaSnapshot()).matchAll(namelessControl)) {
      problems.push(`${screen}: no name: ${control.trim()}`);
    }
  }

  async function checkAxeRules(screen: string, isDialog: boolean, options: RunOptions) {
    for (const { id, impact, nodes } of await violationsOf(page, isDialog ? dialog : 'html', options)) {
      for (const { target, failureSummary } of nodes) {
        problems.push(
          `${screen}: ${impact} ${id} at ${target.join(' ')}: ${failureSummary?.split('\n').at(1)?.trim()}`,
        );
      }
    }
  }

  return {
    problems,
    check: async (screen, { widths = [wide, narrow], isDialog = false, isContrast = false } = {}) => {
      for (const width of widths) {
        const isNarrow = width === narrow && widths.length > 1;
        await page.setViewportSize({ width, height: 900 });
        // Labels are hidden and rows wrap only at the narrow width.
        if (!isContrast && (isFull || width === widths.at(-1))) await checkWidthAndNames(`${screen} at ${width} px`);
        if (isNarrow && !isFull) continue;
        await checkAxeRules(`${screen} at ${width} px`, isDialog, isContrast ? contrast : { rules: namesAsShown });
        const seen = screenOf(page, isDialog);
        if (!isFull && !isContrast && seenDark.has(seen)) continue;
        seenDark.add(seen);
        // The dark theme has the same elements in other colours.
        await page.emulateMedia({ colorScheme: 'dark' });
        await checkAxeRules(`${screen} at ${width} px, dark`, isDialog, contrast);
        await page.emulateMedia({ colorScheme: 'light' });
      }
      await page.setViewportSize({ width: wide, height: 900 });
    },
  };
}

/** Returns the path without ids and with the tab, because each tab of the administration is a screen of its own. */
function screenOf(page: Page, isDialog: boolean): string {
  const { pathname, searchParams } = new URL(page.url());
  return [pathname.replaceAll(/\/\d+(?=\/|$)/g, '/{id}'), searchParams.get('tab'), isDialog].join(' ');
}

/** Runs axe in the page. Its 600 kB are loaded once per document, frames included, not once per run. */
async function violationsOf(page: Page, part: string, options: RunOptions): Promise<Result[]> {
  await Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate<boolean>(`'axe' in window`))) await frame.evaluate(axe.source);
    }),
  );
  // Without the style sheets, which axe would load and parse again, because only an experimental rule reads them, which
  // is off.
  const given = [{ include: [part] }, { resultTypes: ['violations'], preload: { assets: ['media'] }, ...options }].map(
    (one) => JSON.stringify(one),
  );
  return page.evaluate<Result[]>(`axe.run(${given.join(', ')}).then(({ violations }) => violations)`);
}
