import { clampChroma, converter, formatHex, wcagContrast } from 'culori';
import type { BrandTones, Tones } from '#contract/identity/settings-admin.ts';

/** Minimum contrast of text and, below, of everything else (WCAG 2.2, 1.4.3 and 1.4.11). */
const leastOfText = 4.5;
const leastOfGraphics = 3;

const oklch = converter('oklch');

/** A hue and its chroma, in OKLCH. */
type Hue = { c: number; h: number };

/** Returns the nearest colour that a screen can show. */
function shade(l: number, { c, h }: Hue): string {
  return formatHex(clampChroma({ mode: 'oklch', l, c, h }, 'oklch'));
}

const step = 0.005;

type Search = { from: number; towards: 'darker' | 'lighter'; hue: Hue; isGood: (colour: string) => boolean };

/** Returns the first good tone from a lightness on; black or white when none is good. */
function search({ from, towards, hue, isGood }: Search): string {
  for (let l = from; l >= 0 && l <= 1; l += towards === 'darker' ? -step : step) {
    const colour = shade(l, hue);
    if (isGood(colour)) return colour;
  }
  return towards === 'darker' ? '#000000' : '#ffffff';
}

/** Whether a colour has at least this contrast with each of the others. */
function differs(colour: string, others: readonly string[], least: number): boolean {
  return others.every((other) => wcagContrast(colour, other) >= least);
}

type Theme = 'light' | 'dark';

/**
 * Lightness at which the search for a tone starts; the tone moves until it has the contrast that it needs. `brand` and
 * `raised` are final, and `hoverStep` is added to the lightness of the primary tone.
 */
const starts = {
  light: { accent: 0.935, accentText: 0.38, brand: 0.31, raised: 0.38, onBrandMuted: 0.84, hoverStep: -0.09 },
  dark: { accent: 0.31, accentText: 0.88, brand: 0.29, raised: 0.36, onBrandMuted: 0.81, hoverStep: 0.07 },
};

function tonesOfTheme(colour: string, theme: Theme): Tones {
  const { l, c, h = 0 } = oklch(colour) ?? { l: 0, c: 0 };
  const isLight = theme === 'light';
  const at = starts[theme];
  const ground = surfaces[theme];
  const own = ownTones[theme];
  const muted = (most: number, share = 1): Hue => ({ c: Math.min(c * share, most), h });
  const texts = [ground.foreground, ground['muted-foreground'], ground.destructive];

  // For hovered and selected rows, whose texts do not change with the brand.
  const accent = search({
    from: at.accent,
    towards: isLight ? 'lighter' : 'darker',
    hue: muted(isLight ? 0.035 : 0.05, isLight ? 0.3 : 0.4),
    isGood: (tone) => differs(tone, texts, leastOfText),
  });
  const grounds = [ground.background, ground.card, ground.popover, ground.muted, ground.secondary, ground.sidebar];
  const onPrimary = isLight ? '#ffffff' : shade(0.2, muted(0.04));
  const away = isLight ? 'darker' : 'lighter';
  const isAction = (tone: string) => differs(tone, [...grounds, accent, onPrimary], leastOfText);
  const vivid = isLight ? { c, h } : muted(0.12);
  const primary = search({ from: isLight ? l : Math.max(l, 0.79), towards: away, hue: vivid, isGood: isAction });
  const lightness = oklch(primary)?.l ?? 0;
  // Near the end of the scale it steps the other way, where there is contrast to spare.
  const hovered = lightness + at.hoverStep;
  const isRoom = isLight ? hovered > 0.1 : hovered < 0.97;
  const hover = search({
    from: isRoom ? hovered : lightness - at.hoverStep,
    towards: away,
    hue: vivid,
    isGood: isAction,
  });
  const accentText = search({
    from: at.accentText,
    towards: away,
    hue: muted(isLight ? 0.1 : 0.07),
    isGood: (tone) => differs(tone, [accent, ...grounds], leastOfText),
  });
  const brand = shade(at.brand, muted(0.075));
  const raised = shade(at.raised, muted(0.085));
  const onBrandMuted = search({
    from: at.onBrandMuted,
    towards: 'lighter',
    hue: muted(0.03),
    isGood: (tone) => differs(tone, [brand, raised], leastOfText),
  });
  const graphic = (from: number, beside: readonly string[]) =>
    search({ from, towards: away, hue: vivid, isGood: (tone) => differs(tone, beside, leastOfGraphics) });
  return {
    primary,
    'primary-hover': hover,
    'primary-foreground': onPrimary,
    ring: graphic(isLight ? l : Math.max(l, 0.7), [...grounds, accent]),
    accent,
    'accent-foreground': accentText,
    brand,
    'brand-raised': raised,
    'on-brand': own['on-brand'],
    'on-brand-muted': onBrandMuted,
    'sidebar-accent': accent,
    'sidebar-accent-foreground': accentText,
    progress: graphic(isLight ? l : Math.max(l, 0.76), [ground['progress-track'], ground.card]),
    'art-ink': isLight ? brand : onBrandMuted,
  };
}

/** Returns the tones of a brand colour for both themes (SETUP-05). @param colour null for the portal's own tones */
export function tonesOf(colour: string | null): Record<Theme, Tones> {
  if (colour === null) return ownTones;
  return { light: tonesOfTheme(colour, 'light'), dark: tonesOfTheme(colour, 'dark') };
}

/** Returns the tones, the surfaces beside them and their contrasts, for the preview. */
export function previewOf(colour: string | null): BrandTones {
  const { light, dark } = tonesOf(colour);
  const row = (name: string, least: number, [one, other]: readonly [keyof Tones, keyof Tones | 'background']) => {
    const contrast = (tones: Tones, { background }: { background: string }) =>
      Math.floor(wcagContrast(tones[one], other === 'background' ? background : tones[other]) * 10) / 10;
    return { name, least, light: contrast(light, surfaces.light), dark: contrast(dark, surfaces.dark) };
  };
  return {
    light: { ...surfaces.light, ...light },
    dark: { ...surfaces.dark, ...dark },
    contrasts: [
      row('Text on the main button', leastOfText, ['primary-foreground', 'primary']),
      row('Links on the page', leastOfText, ['primary', 'background']),
      row('Selected item', leastOfText, ['accent-foreground', 'accent']),
      row('Text on the brand field', leastOfText, ['on-brand', 'brand']),
      row('Focus ring', leastOfGraphics, ['ring', 'background']),
    ],
    onWhite: colour === null ? null : Math.floor(wcagContrast(colour, '#ffffff') * 10) / 10,
  };
}

/** Returns the tones as the declarations of a stylesheet. */
export function declarationsOf(tones: Tones): string {
  return Object.entries(tones)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/**
 * The surfaces beside the tones of a brand, and the default tones: those of web/styles/tokens.css, which a test
 * compares.
 */
export const surfaces = {
  light: {
    background: '#f4f7f5',
    foreground: '#13211e',
    card: '#ffffff',
    popover: '#ffffff',
    muted: '#e9efec',
    'muted-foreground': '#50605b',
    border: '#d8e0dc',
    input: '#7f8d88',
    secondary: '#e3ebe7',
    'secondary-foreground': '#1b312d',
    destructive: '#b3261e',
    sidebar: '#fbfcfb',
    'sidebar-foreground': '#3f504b',
    'progress-track': '#d5dfda',
  },
  dark: {
    background: '#0d1614',
    foreground: '#e8f0ed',
    card: '#15211e',
    popover: '#1b2926',
    muted: '#1e2d29',
    'muted-foreground': '#a3b5af',
    border: '#2a3b36',
    input: '#6c7f79',
    secondary: '#243430',
    'secondary-foreground': '#e0ebe7',
    destructive: '#ff9087',
    sidebar: '#101b18',
    'sidebar-foreground': '#b4c5bf',
    'progress-track': '#2a3b36',
  },
};

export const ownTones = {
  light: {
    primary: '#0d4f48',
    'primary-hover': '#093b36',
    'primary-foreground': '#ffffff',
    ring: '#1c8274',
    accent: '#dcebe6',
    'accent-foreground': '#0b4640',
    brand: '#0b3f3a',
    'brand-raised': '#14544d',
    'on-brand': '#f3faf7',
    'on-brand-muted': '#b6d3cb',
    'sidebar-accent': '#dcebe6',
    'sidebar-accent-foreground': '#0b4640',
    progress: '#0d6a5f',
    'art-ink': '#0b3f3a',
  },
  dark: {
    primary: '#7fd4c3',
    'primary-hover': '#9be2d4',
    'primary-foreground': '#06231f',
    ring: '#58c4b1',
    accent: '#1d3934',
    'accent-foreground': '#b5e8dc',
    brand: '#10332f',
    'brand-raised': '#17433d',
    'on-brand': '#f0f8f5',
    'on-brand-muted': '#abcbc2',
    'sidebar-accent': '#1d3934',
    'sidebar-accent-foreground': '#b5e8dc',
    progress: '#62c9b6',
    'art-ink': '#9dbfb6',
  },
};
