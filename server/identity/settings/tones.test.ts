import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { wcagContrast } from 'culori';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tones } from '#contract/identity/settings-admin.ts';
import { ownTones, previewOf, surfaces, tonesOf } from './tones.ts';

type Pair = [text: string, grounds: string[]];

/** Every text colour and the backgrounds on which screens show it, as variables of the stylesheets. */
const texts: Pair[] = [
  ['primary', ['background', 'card', 'popover', 'muted', 'secondary', 'sidebar', 'accent']],
  ['primary-hover', ['background', 'card', 'popover', 'muted', 'secondary', 'sidebar', 'accent']],
  ['primary-foreground', ['primary', 'primary-hover']],
  ['accent-foreground', ['accent', 'background', 'card', 'popover', 'muted', 'sidebar']],
  ['sidebar-accent-foreground', ['sidebar-accent', 'sidebar']],
  ['foreground', ['accent', 'sidebar-accent']],
  ['muted-foreground', ['accent']],
  ['destructive', ['accent']],
  ['on-brand', ['brand', 'brand-raised']],
  ['on-brand-muted', ['brand', 'brand-raised']],
  // The button on the brand field.
  ['brand', ['on-brand']],
];

/** Graphics that are not text: focus ring, progress. */
const graphics: Pair[] = [
  ['ring', ['background', 'card', 'popover', 'muted', 'sidebar', 'accent']],
  ['on-brand', ['brand', 'brand-raised']],
  ['progress', ['progress-track', 'card']],
  ['primary', ['background', 'card', 'sidebar']],
];

function weakest(colours: Record<string, string>, pairs: Pair[], least: number): string[] {
  return pairs.flatMap(([one, others]) =>
    others
      .map((other) => ({ other, contrast: wcagContrast(colours[one] ?? '', colours[other] ?? '') }))
      .filter(({ contrast }) => !(contrast >= least))
      .map(({ other, contrast }) => `${one} on ${other}: ${contrast.toFixed(2)}`),
  );
}

function faultsOf(tones: { light: Tones; dark: Tones }): string[] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const colours = { ...surfaces[theme], ...tones[theme] };
    return [...weakest(colours, texts, 4.5), ...weakest(colours, graphics, 3)].map((fault) => `${theme}: ${fault}`);
  });
}

const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);

describe('the tones of a brand colour', () => {
  it('SETUP-05 keeps the contrast of WCAG AA for every text and ground in both themes, whatever the colour', () => {
    fc.assert(
      fc.property(hex, (colour) => {
        expect(faultsOf(tonesOf(colour))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    '#000000',
    '#ffffff',
    '#808080',
    '#ffff00',
    '#0000ff',
    '#00ff00',
    '#ff0000',
    '#00ffff',
    '#ff00ff',
    '#010101',
    '#fefefe',
  ])('SETUP-05 keeps the contrast of WCAG AA for %s', (colour) => {
    expect(faultsOf(tonesOf(colour))).toEqual([]);
  });

  it('SETUP-05 leaves a colour as it is where it has the contrast, and darkens it for light pages where it has not', () => {
    expect(tonesOf('#0d4f48').light.primary).toBe('#0d4f48');
    const { light, dark } = tonesOf('#0a9bd6');
    expect(light.primary).not.toBe('#0a9bd6');
    expect(wcagContrast(light.primary, '#ffffff')).toBeLessThan(7);
    expect(wcagContrast(dark.primary, surfaces.dark.background)).toBeGreaterThan(7);
  });

  it('SETUP-05 the preview states contrasts that hold', () => {
    for (const colour of [null, '#0a9bd6', '#ffee00']) {
      for (const { least, light, dark } of previewOf(colour).contrasts) {
        expect(light).toBeGreaterThanOrEqual(least);
        expect(dark).toBeGreaterThanOrEqual(least);
      }
    }
    expect(previewOf('#0a9bd6').onWhite).toBe(3.1);
  });

  it('SETUP-05 the tones and surfaces without a colour are those of the stylesheet', async () => {
    const css = await readFile(path.resolve('web/styles/tokens.css'), 'utf8');
    const [, light = '', dark = ''] = /:root \{(.*?)\n\}.*?\.dark \{(.*?)\n\}/s.exec(css) ?? [];
    const valuesOf = (block: string) =>
      Object.fromEntries(
        [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', value]) => [name, value]),
      );
    expect(valuesOf(light)).toMatchObject({ ...surfaces.light, ...ownTones.light });
    expect(valuesOf(dark)).toMatchObject({ ...surfaces.dark, ...ownTones.dark });
    expect(faultsOf(tonesOf(null))).toEqual([]);
  });
});
