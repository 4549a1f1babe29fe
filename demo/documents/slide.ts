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

/** How large slides are drawn, in pixels. */
export const slideSize = { width: 1200, height: 675 };

export const slide = (accent: RappPrinciple, scene: SlideScene): DemoSlide => ({ accent, scene });

/** What a slide shows, for people who do not see it. */
export function slideText({ scene }: DemoSlide): string {
  return `A screen in schematic form: ${sceneText(scene)}.`;
}

function sceneText(scene: SlideScene): string {
  switch (scene.kind) {
    case 'bars':
      return `${scene.values.length} bars, ${scene.values.filter((value) => value < scene.threshold).length} of them below a dashed threshold`;
    case 'cards':
      return `${scene.shapes.length} cards, each with a shape of its own`;
    case 'grid':
      return `a grid of marks, ${[...scene.rows.join('')].filter((mark) => mark === 'x').length} of which stand out`;
    case 'checklist':
      return `a checklist with ${scene.done.filter(Boolean).length} of ${scene.done.length} points done`;
    case 'trend':
      return `a line through ${scene.values.length} points against a dashed limit`;
    case 'board':
      return `a board of ${scene.columns.length} columns with ${scene.columns.reduce((sum, cards) => sum + cards)} cards`;
    case 'path':
      return `a path of ${scene.stops} stops, ${scene.reached} of them reached`;
  }
}
