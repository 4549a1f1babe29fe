import type { RappPrinciple } from '#contract/catalogue.ts';

/** Colours of the portal's covers (design tokens): soft for fields, art for shapes, solid for lines and text. */
export const accentColours: Record<RappPrinciple, { soft: string; art: string; solid: string }> = {
  responsible: { soft: '#e3ebf8', art: '#7ba4e3', solid: '#1c4a93' },
  adaptive: { soft: '#daf0f1', art: '#5cc0c4', solid: '#12828a' },
  people_centred: { soft: '#fbe7e1', art: '#f0957c', solid: '#a8381a' },
  purpose_driven: { soft: '#f9eed3', art: '#ebb84b', solid: '#b5830c' },
};

export const brandColours = {
  field: '#0b3f3a',
  raised: '#14544d',
  onField: '#f3faf7',
  onFieldMuted: '#b6d3cb',
  ink: '#13211e',
  inkMuted: '#50605b',
  line: '#d8e0dc',
  muted: '#e9efec',
  card: '#ffffff',
};

export const principleNames: Record<RappPrinciple, string> = {
  responsible: 'Responsible',
  adaptive: 'Adaptive',
  people_centred: 'People-centred',
  purpose_driven: 'Purpose-driven',
};

/** Path data (the grammar of SVG, which pdfkit reads too) of a principle's shape in a square of `size` at `x`, `y`. */
export function shapePath(principle: RappPrinciple, x: number, y: number, size: number): string {
  const half = size / 2;
  switch (principle) {
    case 'responsible':
      return `M${x} ${y}h${size}v${half}a${half} ${half} 0 0 1 ${-size} 0z`;
    case 'adaptive':
      return `M${x} ${y}h${half}a${half} ${half} 0 0 1 ${half} ${half}v${half}h${-half}a${half} ${half} 0 0 1 ${-half} ${-half}z`;
    case 'people_centred':
      return `M${x} ${y + half}a${half} ${half} 0 1 1 ${size} 0a${half} ${half} 0 1 1 ${-size} 0z`;
    case 'purpose_driven':
      return `M${x + half} ${y}L${x + size} ${y + half}L${x + half} ${y + size}L${x} ${y + half}z`;
  }
}
