import type { RappPrinciple } from '#contract/catalogue.ts';

/** What the schematic screen of a slide shows. Shares and values run from 0 to 1. */
export type SlideScene =
  | { kind: 'bars'; values: number[]; threshold: number }
  | { kind: 'cards'; shapes: RappPrinciple[] }
  /** One string per row: `.` empty, `o` filled, `x` needs attention. */
  | { kind: 'grid'; rows: string[] }
  | { kind: 'checklist'; done: boolean[] }
  | { kind: 'trend'; values: number[]; limit: number }
  /** Cards per column of a board, at most four columns of four. */
  | { kind: 'board'; columns: number[] }
  | { kind: 'path'; stops: number; reached: number };

/** A picture for a resource's slideshow: a screen in schematic form on the accent's field. */
export type DemoSlide = { accent: RappPrinciple; scene: SlideScene };

export const slide = (accent: RappPrinciple, scene: SlideScene): DemoSlide => ({ accent, scene });
