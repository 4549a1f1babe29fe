import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Looks at screens and keeps what is wrong with them, so that one run tells everything. */
export type Inspection = {
  /** Looks at the page as it is now, at both widths. */
  look(screen: string): Promise<void>;
  findings: string[];
};

const widths = [1440, 390];

/** Controls in Playwright's description of a page whose role is not followed by a name. */
const namelessControl =
  /^ *- (?:button|link|textbox|searchbox|spinbutton|combobox|checkbox|switch|radio|slider|tab|menuitem\w*)\b(?! ["/]).*$/gm;

/** Checks the page's own width (GEN-18), the axe rules (GEN-19) and names (GEN-21). */
export function inspect(page: Page): Inspection {
  const findings: string[] = [];

  async function lookAt(screen: string) {
    // What is too wide can be scrolled to, unless it lies in a part that scrolls by itself.
    const scrolled = await page.evaluate<number>('(scrollTo(9999, scrollY), scrollX)');
    if (scrolled > 0) findings.push(`${screen}: the page scrolls sideways by ${scrolled} px`);

    for (const [control] of (await page.locator('body').ariaSnapshot()).matchAll(namelessControl)) {
      findings.push(`${screen}: no name: ${control.trim()}`);
    }

    // In the page itself: there are no frames, for whose sake a second page would be opened each time.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    const { violations } = await axe.analyze();
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      for (const { target, failureSummary } of nodes) {
        findings.push(
          `${screen}: ${impact} ${id} at ${target.join(' ')}: ${failureSummary?.split('\n').at(1)?.trim()}`,
        );
      }
    }
  }

  return {
    findings,
    look: async (screen) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await lookAt(`${screen} at ${width} px`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    },
  };
}
