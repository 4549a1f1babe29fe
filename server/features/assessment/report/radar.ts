import type { AssessmentResult } from '#contract/assessment.ts';
import { assessmentLevels } from '#contract/assessment-content.ts';
import type { Element, Pdf } from '#server/platform/files/pdf.ts';
import { rankOf } from '../rules.ts';
import { bottomOf, colours, leftOf, widthOf } from './page.ts';

const radii = { least: 66, most: 100 };
const around = 76;

/** The least height of the radar: it fills the room that a page has left, up to its usual size. */
export const leastHeight = 2 * radii.least + around;

/** The sections' colours (design tokens: charts 1, 2, 3 and 5, light). */
const sectionColours = ['#0b4039', '#ad4e06', '#2b93e6', '#762180'];

type Point = [x: number, y: number];

/**
 * Draws the twelve answers as a radar, the attempt before dashed. The figure is described; the table says the same.
 * @param below the room that is kept free below it
 */
export function drawRadar(
  pdf: Pdf,
  parent: Element,
  { answers, sections, previous }: AssessmentResult,
  below: number,
): void {
  const room = bottomOf(pdf) - pdf.y - below - around;
  const radius = Math.max(radii.least, Math.min(radii.most, room / 2));
  const height = 2 * radius + around;
  const centre: Point = [leftOf() + widthOf(pdf) / 2, pdf.y + height / 2];
  const place = placeOf(centre, { axes: answers.length, radius });
  const isCompared = previous?.isComparable === true;
  const alt =
    `Radar of the twelve answers from ${answers[0]?.title} to ${answers.at(-1)?.title}, each from level 1 to 4` +
    `${isCompared ? ', with the previous attempt dashed' : ''}. The table below says the same.`;
  parent.add(
    pdf.struct('Figure', { alt }, () => {
      drawRings(pdf, place, answers.length);
      if (isCompared) {
        const before = answers.map(({ previousLevel }, index) => place(index, rankOf(previousLevel ?? 'initial') + 1));
        pdf
          .polygon(...before)
          .dash(3, { space: 3 })
          .lineWidth(1.2)
          .strokeColor(colours.previous)
          .stroke()
          .undash();
      }
      const now = answers.map(({ level }, index) => place(index, rankOf(level) + 1));
      pdf
        .polygon(...now)
        .lineWidth(1.6)
        .fillOpacity(0.14)
        .fillAndStroke(pdf.brandColour, pdf.brandColour)
        .fillOpacity(1);
      answers.forEach(({ sectionId, shortName }, index) => {
        const section = sections.findIndex(({ id }) => id === sectionId);
        const [x, y] = now[index] ?? centre;
        pdf.circle(x, y, 3).fill(sectionColours[section] ?? colours.ink);
        writeName(pdf, shortName, { at: place(index, 4.45), centre });
      });
    }),
  );
  pdf.y = centre[1] + height / 2;
}

/** The position of a value on an axis; the first axis is right of the top, the others follow clockwise. */
function placeOf(
  [x, y]: Point,
  { axes, radius }: { axes: number; radius: number },
): (axis: number, value: number) => Point {
  return (axis, value) => {
    const angle = ((axis + 0.5) / axes) * 2 * Math.PI;
    const distance = (radius * value) / assessmentLevels.length;
    return [x + Math.sin(angle) * distance, y - Math.cos(angle) * distance];
  };
}

function drawRings(pdf: Pdf, place: ReturnType<typeof placeOf>, axes: number): void {
  const all = Array.from({ length: axes }, (_, axis) => axis);
  pdf.lineWidth(0.5).strokeColor(colours.line);
  for (const axis of all) {
    pdf
      .moveTo(...place(axis, 0))
      .lineTo(...place(axis, assessmentLevels.length))
      .stroke();
  }
  for (const [index] of assessmentLevels.entries()) {
    pdf.polygon(...all.map((axis) => place(axis, index + 1))).stroke();
  }
}

function writeName(pdf: Pdf, name: string, { at: [x, y], centre }: { at: Point; centre: Point }): void {
  pdf.font('text').fontSize(9).fillColor(colours.ink);
  const start = x >= centre[0] ? x : x - pdf.widthOfString(name);
  pdf.text(name, start, y - 5, { lineBreak: false });
}
