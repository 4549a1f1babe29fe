import { expect, type Page } from '@playwright/test';
import type { BrandTones } from '#contract/identity/settings-admin.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { administratorTest, test } from '#tests/browser/support/test.ts';
import { seed } from '#tests/support/seed.ts';

test.describe.configure({ mode: 'parallel' });

/** Returns colours that spread over the whole range: each is a golden-ratio step of the range after the one before. */
const colourOf = (index: number) =>
  `#${Math.floor((seed + index * 0x9e3779) % 0x1000000)
    .toString(16)
    .padStart(6, '0')}`;

administratorTest(
  'SETUP-05 GEN-18 GEN-19 GEN-21 the portal settings fit, pass axe and have names',
  { tag: ['@layout', '@long'] },
  async ({ page, check }) => {
    await page.goto('/admin-dashboard');
    await page.getByRole('link', { name: 'Settings' }).click();
    const colour = page.getByLabel('Brand colour', { exact: true });
    await colour.fill('#0a9bd6');
    await expect(page.getByText('This colour reaches 3.1 : 1 against white')).toBeVisible();
    await expect(page.getByText('1 unsaved change: brand colour.')).toBeVisible();
    await page.getByLabel('Certain email domains').check();
    await page.getByLabel('Email domains', { exact: true }).fill('northmere');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('An email domain must be a host name such as example.org')).toBeVisible();
    await check('the portal settings with an error');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(colour).toHaveValue('');
    await expect(page.getByText('No changes yet.')).toBeVisible();
  },
);

administratorTest(
  'SETUP-05 public pages and Browse keep their contrast in 21 brand colours, in both themes',
  { tag: ['@layout', '@long'] },
  async ({ page, check, office }) => {
    const { id } = await office.addResource({ title: newTitle('In all colours') });
    // A part has the same variables for text and background in each colour, and tones.test.ts tries hundreds of colours
    // for each pair, so each page gets the hardest colour and five others.
    for (const [place, address] of ['/catalogue', `/catalogue/${id}`, '/assessment', '/browse'].entries()) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await check(address, { widths: [1440] });
      for (const colour of ['#ffff00', ...Array.from({ length: 5 }, (_, index) => colourOf(5 * place + index))]) {
        const style = await styleOf(page, colour);
        // Styles only this page, so that other tests keep the default colour.
        await page.evaluate(
          `document.adoptedStyleSheets = [new CSSStyleSheet()], document.adoptedStyleSheets[0].replaceSync(${JSON.stringify(style)})`,
        );
        await check(`${address} in ${colour}`, { widths: [1440], isContrast: true });
      }
    }
  },
);

/** The colours that the portal derives from a brand colour, as the style of a page. */
async function styleOf(page: Page, colour: string): Promise<string> {
  const answer = await page.request.get('/api/admin/portal-settings/tones', { params: { colour } });
  const { light, dark }: BrandTones = await answer.json();
  const blockOf = (name: string, values: object) =>
    `${name}{${Object.entries(values)
      .map(([variable, value]) => `--${variable}:${value}`)
      .join(';')}}`;
  return blockOf(':root', light) + blockOf('.dark', dark);
}
