import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Where = {
  /** Both widths unless told otherwise. */
  widths?: readonly number[];
  /** The axe rules look only at the open dialog: the page behind it has been looked at before. */
  isDialog?: boolean;
};

/** Looks at screens in both themes and keeps what is wrong with them, so that one run tells everything. */
export type Inspection = {
  /** Looks at the page as it is now. */
  check(screen: string, where?: Where): Promise<void>;
  problems: string[];
};

const bothWidths = [1440, 390];
const dialog = '[role="dialog"], [role="alertdialog"]';

/** How far the page, or a dialog with what it lies in, can be scrolled sideways. */
const scrollSideways = `(() => {
  scrollTo(9999, scrollY);
  const parts = [...document.querySelectorAll('${dialog}')].flatMap((one) => [one, one.parentElement]);
  for (const part of parts) part.scrollLeft = 9999;
  return Math.max(scrollX, ...parts.map((part) => part.scrollLeft));
})()`;

/** Controls in Playwright's description of a page whose role is not followed by a name. */
const namelessControl =
  /^ *- (?:button|link|textbox|searchbox|spinbutton|combobox|checkbox|switch|radio|slider|tab|menuitem\w*)\b(?! ["/]).*$/gm;

/** Checks the page's own width (GEN-18), the axe rules (GEN-19) and names (GEN-21), in the light theme and the dark. */
export function inspect(page: Page): Inspection {
  const problems: string[] = [];

  /** Width, names and every rule of axe. */
  async function lookAt(screen: string, isDialog: boolean) {
    const pixels = await page.evaluate<number>(scrollSideways);
    if (pixels > 0) problems.push(`${screen}: scrolls sideways by ${pixels} px`);

    for (const [control] of (await page.locator('body').ariaSnapshot()).matchAll(namelessControl)) {
      problems.push(`${screen}: no name: ${control.trim()}`);
    }

    await runAxe(screen, isDialog, {});
  }

  async function runAxe(screen: string, isDialog: boolean, options: Parameters<AxeBuilder['options']>[0]) {
    // In the page itself: there are no frames, for whose sake a second page would be opened each time.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], ...options });
    const { violations } = await (isDialog ? axe.include(dialog) : axe).analyze();
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      for (const { target, failureSummary } of nodes) {
        problems.push(
          `${screen}: ${impact} ${id} at ${target.join(' ')}: ${failureSummary?.split('\n').at(1)?.trim()}`,
        );
      }
    }
  }

  return {
    problems,
    check: async (screen, { widths = bothWidths, isDialog = false } = {}) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await lookAt(`${screen} at ${width} px`, isDialog);
        // The dark theme has the same elements in other colours.
        await page.emulateMedia({ colorScheme: 'dark' });
        await runAxe(`${screen} at ${width} px, dark`, isDialog, { runOnly: ['color-contrast'] });
        await page.emulateMedia({ colorScheme: 'light' });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    },
  };
}
