import type { AssessmentContent } from '#contract/catalogue/assessment-content.ts';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import type { Element, Pdf } from '#server/platform/files/pdf.ts';
import { questionsOf } from '../rules.ts';
import { colours, writeHeading, writeNote, writeParagraph } from './page.ts';
import { writeTable } from './table.ts';

/** Writes how the result was computed, and its limits. */
export function writeMethod(pdf: Pdf, parent: Element, content: AssessmentContent): void {
  const { texts } = content;
  const nameOf = (level: string) => content.levels.find((one) => one.level === level)?.name ?? level;
  writeHeading(pdf, parent, 'H2', 'Method and limits');
  writeNote(pdf, parent, texts.disclaimer);
  for (const text of [texts.purpose, texts.coverage, `How it was answered: ${texts.answering}`]) {
    writeParagraph(pdf, parent, text);
  }
  writeParagraph(pdf, parent, `Content version ${content.version}.`, { colour: colours.quiet });
  writeBands(pdf, parent, content);
  content.limits.forEach(({ questions, highest }) => {
    const all = questionsOf(content);
    const names = all.filter(({ id }) => questions.includes(id)).map(({ title }) => title);
    const which = names.length === all.length ? 'any answer' : `one of ${names.join(', ')}`;
    const lowest = nameOf(assessmentLevels[0]);
    writeParagraph(pdf, parent, `If ${which} is ${lowest}, the overall band is at most ${nameOf(highest)}.`);
  });
  writeParagraph(pdf, parent, texts.thresholds);
  writeReferences(pdf, parent, content);
}

function writeBands(pdf: Pdf, parent: Element, { levels, sections }: AssessmentContent): void {
  const most = Math.max(...levels.map(({ points }) => points));
  const questions = sections.flatMap((section) => section.questions).length;
  const upTo = (key: 'overallFrom' | 'sectionFrom', index: number, top: number) => {
    const next = levels[index + 1];
    return `${levels[index]?.[key]} to ${next ? next[key] - 1 : top}`;
  };
  writeHeading(pdf, parent, 'H3', 'Points and bands');
  writeTable(
    pdf,
    parent,
    [
      { title: 'Band', share: 1 },
      { title: 'Points of an answer', share: 1 },
      { title: 'Overall points', share: 1 },
      { title: 'Section points', share: 1 },
    ],
    levels.map(({ name, points }, index) => [
      name,
      String(points),
      upTo('overallFrom', index, questions * most),
      upTo('sectionFrom', index, (questions / sections.length) * most),
    ]),
  );
}

function writeReferences(pdf: Pdf, parent: Element, content: AssessmentContent): void {
  const { texts } = content;
  writeHeading(pdf, parent, 'H3', 'Where the questions come from');
  writeParagraph(pdf, parent, `${texts.references} ${texts.highRisk}`);
  writeTable(
    pdf,
    parent,
    [
      { title: 'Question', share: 2.2 },
      { title: 'NIST AI RMF 1.0', share: 3 },
      { title: 'ISO/IEC 42001:2023', share: 3 },
      { title: 'EU AI Act, articles (high-risk systems only, in many cases)', share: 2.4 },
    ],
    questionsOf(content).map(({ title, references }) => [
      title,
      references.nist,
      references.iso,
      references.euAiAct ?? 'none direct',
    ]),
  );
}
