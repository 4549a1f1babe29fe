import type { AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import type { AssessmentResult } from '#contract/learning/assessment.ts';
import type { RoundQuestion } from '#contract/learning/assessment-rounds.ts';
import { type Element, type Pdf, widthOf } from '#server/platform/files/pdf.ts';
import { totalOf } from '../round-rules.ts';
import { rankOf } from '../rules.ts';
import { colours, keepTogether, leftOf } from './page.ts';

const radii = { least: 66, most: 100 };
const around = 76;

/** Minimum height of the radar, which fills the rest of a page up to its maximum size. */
export const leastHeight = 2 * radii.least + around;

/** Colours of the sections (design tokens: charts 1, 2, 3 and 5, light). */
const sectionColours = ['#0b4039', '#ad4e06', '#2b93e6', '#762180'];

type Point = [x: number, y: number];

/**
 * Draws the twelve answers as a radar, with a comparable previous attempt dashed. The figure has a description, and the
 * table has the same values.
 * @param below height to leave free below the radar
 */
export function drawRadar(
  pdf: Pdf,
  parent: Element,
  { answers, sections, previous }: AssessmentResult,
  below: number,
): void {
  const room = pdf.page.maxY() - pdf.y - below - around;
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

/** Returns the position of a value on an axis; the first axis is right of the top, the others follow clockwise. */
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

/** Fill and text colour of each level (design tokens: levels, light). */
const looks: Record<AssessmentLevel, { fill: string; text: string }> = {
  initial: { fill: '#dfe7e3', text: '#13211e' },
  emerging: { fill: '#a5bbb4', text: '#13211e' },
  developing: { fill: '#3f766c', text: '#ffffff' },
  advanced: { fill: '#0b3f3a', text: '#ffffff' },
};

const barHeight = 15;
const rowHeight = 42;

type Drawing = { question: RoundQuestion; nameOf: (level: AssessmentLevel) => string };

/**
 * Draws the number of people at each level of a question, with a mark below the median. The figure has a description.
 */
export function drawDistribution(pdf: Pdf, parent: Element, { question, nameOf }: Drawing): void {
  keepTogether(pdf, rowHeight);
  const top = pdf.y;
  parent.add(
    pdf.struct('P', {}, () => {
      pdf.font('text').fontSize(9.5).fillColor(colours.ink);
      pdf.text(question.title, leftOf(), top, { width: widthOf(pdf) - 150, lineBreak: false, ellipsis: true });
    }),
  );
  parent.add(
    pdf.struct('Figure', { alt: describeDistribution({ question, nameOf }) }, () => {
      const label = `${nameOf(question.median)}, spread ${question.spread.toFixed(1)}`;
      pdf.font('text').fontSize(9.5).fillColor(colours.quiet);
      pdf.text(label, leftOf(), top, { width: widthOf(pdf), align: 'right', lineBreak: false });
      drawBar(pdf, question, top + 13);
    }),
  );
  pdf.x = leftOf();
  pdf.y = top + rowHeight;
}

function drawBar(pdf: Pdf, { distribution, median }: RoundQuestion, top: number): void {
  const total = totalOf(distribution);
  let left = leftOf();
  for (const level of assessmentLevels) {
    const count = distribution[level];
    if (count === 0) continue;
    const width = (widthOf(pdf) * count) / total;
    pdf.rect(left, top, Math.max(1, width - 1), barHeight).fill(looks[level].fill);
    const text = String(count);
    pdf.font('strong').fontSize(8.5).fillColor(looks[level].text);
    if (pdf.widthOfString(text) + 4 < width) {
      pdf.text(text, left, top + 3.5, { width: width - 1, align: 'center', lineBreak: false });
    }
    if (level === median) {
      const middle = left + width / 2;
      pdf
        .polygon(
          [middle, top + barHeight + 2],
          [middle - 3.5, top + barHeight + 6],
          [middle + 3.5, top + barHeight + 6],
        )
        .fill(colours.ink);
    }
    left += width;
  }
}

/**
 * Returns, for example, "Vision and purpose, 41 answers: Initial 4, Emerging 15, Developing 17, Advanced 5. Median
 * Developing."
 */
function describeDistribution({ question, nameOf }: Drawing): string {
  const counts = assessmentLevels.map((level) => `${nameOf(level)} ${question.distribution[level]}`);
  return `${question.title}, ${totalOf(question.distribution)} answers: ${counts.join(', ')}. Median ${nameOf(question.median)}.`;
}
