import type { RappPrinciple } from '#contract/catalogue.ts';
import { accentColours, brandColours, shapePath } from './shapes.ts';
import type { SlideScene } from './slide.ts';

// The screen's work area, in the units of an 800 × 450 drawing.
const area = { x: 200, y: 106, width: 460, height: 240 };

/** The colour of what needs attention: coral, or teal where coral is the accent. */
const alarmOn = (accent: RappPrinciple) =>
  accentColours[accent === 'people_centred' ? 'adaptive' : 'people_centred'].art;

type Scene<Kind extends SlideScene['kind']> = Extract<SlideScene, { kind: Kind }>;

function bar(x: number, y: number, width: number, height: number, fill: string, opacity = 1): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height / 2}" fill="${fill}" opacity="${opacity}"/>`;
}

const textLine = (x: number, y: number, width: number, strong = false) =>
  bar(x, y, width, strong ? 8 : 7, brandColours.ink, strong ? 0.75 : 0.3);

function dashed(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${brandColours.ink}" stroke-width="1.5" stroke-dasharray="5 5"/>`;
}

function bars({ values, threshold }: Scene<'bars'>, art: string, alarm: string): string {
  const left = area.x + 110;
  const width = area.width - 110;
  const step = area.height / values.length;
  const rows = values.map((value, index) => {
    const y = area.y + index * step + step / 2 - 8;
    const fill = value < threshold ? alarm : art;
    return (
      textLine(area.x, y + 4, 78) + bar(left, y, width, 16, brandColours.muted) + bar(left, y, width * value, 16, fill)
    );
  });
  const limit = left + width * threshold;
  return rows.join('') + dashed(limit, area.y - 6, limit, area.y + area.height + 4);
}

function cards({ shapes }: Scene<'cards'>): string {
  const step = area.width / shapes.length;
  return shapes
    .map((shape, index) => {
      const x = area.x + index * step;
      const panel = `<rect x="${x}" y="${area.y}" width="${step - 14}" height="220" rx="8" fill="${brandColours.muted}"/>`;
      const mark = `<path d="${shapePath(shape, x + 16, area.y + 18, 46)}" fill="${accentColours[shape].art}"/>`;
      const lines = textLine(x + 16, area.y + 92, step - 58, true) + textLine(x + 16, area.y + 116, step - 74);
      return (
        panel + mark + lines + textLine(x + 16, area.y + 136, step - 66) + textLine(x + 16, area.y + 156, step - 90)
      );
    })
    .join('');
}

function grid({ rows }: Scene<'grid'>, art: string, alarm: string): string {
  const fills: Record<string, string> = { '.': brandColours.muted, o: art, x: alarm };
  const height = area.height / rows.length;
  const cells = rows.flatMap((row, line) => {
    const width = area.width / row.length;
    return [...row].map((sign, column) => {
      const [x, y] = [area.x + column * width, area.y + line * height];
      return `<rect x="${x}" y="${y}" width="${width - 8}" height="${height - 8}" rx="5" fill="${fills[sign] ?? art}"/>`;
    });
  });
  return cells.join('');
}

function checklist({ done }: Scene<'checklist'>, solid: string): string {
  const step = area.height / done.length;
  return done
    .map((isDone, index) => {
      const y = area.y + index * step + step / 2;
      const fill = isDone ? solid : brandColours.card;
      const mark = `<circle cx="${area.x + 14}" cy="${y}" r="11" fill="${fill}" stroke="${solid}" stroke-width="2"/>`;
      const tick = `<path d="M${area.x + 9} ${y}l4 4 7 -8" fill="none" stroke="${brandColours.card}" stroke-width="2.5"/>`;
      const width = 190 + ((index * 67) % 120);
      return (
        mark +
        (isDone ? tick : '') +
        textLine(area.x + 42, y - 10, width, true) +
        textLine(area.x + 42, y + 6, width * 0.62)
      );
    })
    .join('');
}

function trend({ values, limit }: Scene<'trend'>, accent: RappPrinciple): string {
  const { art, solid } = accentColours[accent];
  const alarm = alarmOn(accent);
  const bottom = area.y + area.height;
  const step = area.width / (values.length - 1);
  const points = values.map((value, index) => ({ x: area.x + index * step, y: bottom - value * area.height, value }));
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ');
  const dots = points.map(
    ({ x, y, value }) => `<circle cx="${x}" cy="${y}" r="6" fill="${value > limit ? alarm : solid}"/>`,
  );
  const limitY = bottom - limit * area.height;
  return `<polygon points="${area.x},${bottom} ${line} ${area.x + area.width},${bottom}" fill="${art}" opacity="0.35"/>
    <polyline points="${line}" fill="none" stroke="${solid}" stroke-width="4" stroke-linejoin="round"/>
    ${dashed(area.x, limitY, area.x + area.width, limitY)}${dots.join('')}`;
}

function board({ columns }: Scene<'board'>, art: string): string {
  const step = area.width / columns.length;
  return columns
    .map((count, column) => {
      const x = area.x + column * step;
      const panel = `<rect x="${x}" y="${area.y}" width="${step - 12}" height="${area.height}" rx="8" fill="${brandColours.muted}"/>`;
      const notes = Array.from({ length: count }, (_, index) => {
        const y = area.y + 36 + index * 50;
        const card = `<rect x="${x + 10}" y="${y}" width="${step - 32}" height="42" rx="6" fill="${brandColours.card}"/>`;
        return card + bar(x + 20, y + 10, 26, 8, art) + textLine(x + 20, y + 25, step - 64);
      });
      return panel + textLine(x + 12, area.y + 14, step - 56, true) + notes.join('');
    })
    .join('');
}

function path({ stops, reached }: Scene<'path'>, art: string, solid: string): string {
  const left = area.x + 30;
  const step = (area.width - 60) / (stops - 1);
  const middle = area.y + area.height / 2;
  const shapes: RappPrinciple[] = ['responsible', 'adaptive', 'people_centred', 'purpose_driven'];
  const line =
    bar(left, middle - 4, area.width - 60, 8, brandColours.muted) +
    bar(left, middle - 4, step * (reached - 1), 8, solid);
  const marks = Array.from({ length: stops }, (_, index) => {
    const shape = shapes[index % shapes.length] ?? 'responsible';
    const x = left + index * step;
    const fill = index < reached ? accentColours[shape].art : brandColours.card;
    const mark = `<path d="${shapePath(shape, x - 20, middle - 20, 40)}" fill="${fill}" stroke="${art}" stroke-width="2"/>`;
    return mark + textLine(x - 30, middle + 38, 60, true) + textLine(x - 22, middle + 56, 44);
  });
  return line + marks.join('');
}

/** Draws what a slide's screen shows, as SVG elements without text (a bare machine has no fonts). */
export function drawScene(scene: SlideScene, accent: RappPrinciple): string {
  const { art, solid } = accentColours[accent];
  switch (scene.kind) {
    case 'bars':
      return bars(scene, art, alarmOn(accent));
    case 'cards':
      return cards(scene);
    case 'grid':
      return grid(scene, art, alarmOn(accent));
    case 'checklist':
      return checklist(scene, solid);
    case 'trend':
      return trend(scene, accent);
    case 'board':
      return board(scene, art);
    case 'path':
      return path(scene, art, solid);
  }
}
