import { type AssessmentLevel, assessmentLevels } from '#contract/assessment-content.ts';

export type Point = [x: number, y: number];

/** The measures of a radar in the units of its drawing. */
export type RadarMeasures = {
  width: number;
  height: number;
  centre: Point;
  /** Of the outermost ring. */
  radius: number;
  /** Of the arcs that show the sections. */
  arcRadius: number;
  textSize: number;
};

export const wideRadar: RadarMeasures = {
  width: 580,
  height: 480,
  centre: [290, 240],
  radius: 186,
  arcRadius: 200,
  textSize: 14,
};

export const narrowRadar: RadarMeasures = {
  width: 330,
  height: 290,
  centre: [165, 145],
  radius: 84,
  arcRadius: 98,
  textSize: 12,
};

/** The ring on which a level lies, 1 for the lowest: it too is apart from the centre. */
export function ringOf(level: AssessmentLevel): number {
  return assessmentLevels.indexOf(level) + 1;
}

export const ringCount = assessmentLevels.length;

const angleOf = (axis: number, axes: number) => ((axis + 0.5) / axes) * 2 * Math.PI;

function at([x, y]: Point, angle: number, distance: number): Point {
  return [round(x + Math.sin(angle) * distance), round(y - Math.cos(angle) * distance)];
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Where a ring meets an axis; the first axis stands right of the top, the others follow clockwise. */
export function placeOf({ centre, radius }: RadarMeasures, axes: number, axis: number, ring: number): Point {
  return at(centre, angleOf(axis, axes), (radius * ring) / ringCount);
}

/** Places as an SVG polygon takes them. */
export function pointsText(places: readonly Point[]): string {
  return places.map((place) => place.join(',')).join(' ');
}

/** Where an axis's name stands, and from which side it is written. */
export function nameOf(measures: RadarMeasures, axes: number, axis: number) {
  const angle = angleOf(axis, axes);
  const [x, y] = at(measures.centre, angle, measures.arcRadius + measures.textSize * 0.8);
  return { x, y: round(y + measures.textSize * 0.35), anchor: Math.sin(angle) > 0 ? 'start' : 'end' } as const;
}

/** The arc outside a section's axes, as an SVG path; a small gap parts it from its neighbours. */
export function arcPath({ centre, arcRadius }: RadarMeasures, sections: number, section: number): string {
  const gap = 0.05;
  const start = (section / sections) * 2 * Math.PI + gap;
  const end = ((section + 1) / sections) * 2 * Math.PI - gap;
  return `M${at(centre, start, arcRadius).join(' ')}A${arcRadius} ${arcRadius} 0 0 1 ${at(centre, end, arcRadius).join(' ')}`;
}
