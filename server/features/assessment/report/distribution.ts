import { type AssessmentLevel, assessmentLevels } from '#contract/assessment-content.ts';
import type { RoundQuestion } from '#contract/assessment-rounds.ts';
import type { Element, Pdf } from '#server/platform/files/pdf.ts';
import { totalOf } from '../round-rules.ts';
import { colours, keepTogether, leftOf, widthOf } from './page.ts';

/** Fill and text of each level (design tokens: levels, light). */
const looks: Record<AssessmentLevel, { fill: string; text: string }> = {
  initial: { fill: '#dfe7e3', text: '#13211e' },
  emerging: { fill: '#a5bbb4', text: '#13211e' },
  developing: { fill: '#3f766c', text: '#ffffff' },
  advanced: { fill: '#0b3f3a', text: '#ffffff' },
};

const barHeight = 15;
const rowHeight = 42;

type Drawing = { question: RoundQuestion; nameOf: (level: AssessmentLevel) => string };

/** Draws how many people chose each level of a question, with a mark below the median. The figure is described. */
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

/** "Vision and purpose, 41 answers: Initial 4, Emerging 15, Developing 17, Advanced 5. Median Developing." */
function describeDistribution({ question, nameOf }: Drawing): string {
  const counts = assessmentLevels.map((level) => `${nameOf(level)} ${question.distribution[level]}`);
  return `${question.title}, ${totalOf(question.distribution)} answers: ${counts.join(', ')}. Median ${nameOf(question.median)}.`;
}
