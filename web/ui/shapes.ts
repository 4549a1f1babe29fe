import type { RappPrinciple } from '#contract/catalogue/catalogue.ts';
import type { Shape } from '#contract/shapes.ts';

export const principleShapes: Record<RappPrinciple, Shape> = {
  responsible: 'keystone',
  adaptive: 'leaf',
  people_centred: 'circle',
  purpose_driven: 'diamond',
};

/** Stem of a principle's colour roles: `--people`, `--people-soft`, `--people-text`, `--people-art`. */
export const principleColours: Record<RappPrinciple, string> = {
  responsible: 'responsible',
  adaptive: 'adaptive',
  people_centred: 'people',
  purpose_driven: 'purpose',
};
