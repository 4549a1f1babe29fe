import type { AssessmentContent, AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import { rappPhases } from '#contract/catalogue/catalogue.ts';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import { longDate } from '#contract/dates.ts';
import type { RoundPlan, RoundQuestion, RoundResults } from '#contract/learning/assessment-rounds.ts';
import { phaseLabel, type Words } from '#contract/words.ts';
import { collect, type Element, type Pdf, type PrintedBrand } from '#server/platform/files/pdf.ts';
import { rankOf } from '../rules.ts';
import { drawDistribution } from './charts.ts';
import { writeMethod } from './method.ts';
import {
  colours,
  keepTogether,
  openReport,
  writeHeading,
  writeNote,
  writeParagraph,
  writeRunningTitle,
} from './page.ts';
import { writeTable } from './table.ts';

/** Data of a round's report. */
export type RoundReport = {
  results: RoundResults & { overall: NonNullable<RoundResults['overall']> };
  plan: RoundPlan;
  content: AssessmentContent;
  organisation: string;
  productName: string;
  brand: PrintedBrand;
  words: Words;
  /** Time zone of the reader, for days. */
  timeZone: string;
  madeAt: Date;
};

const title = 'Responsible AI Readiness Assessment';

/** Number of actions under "Start here". */
const startCount = 5;

/** Makes the report of a round for a board as a tagged PDF: summary, answers, groups, actions, method and limits. */
export function makeRoundReport(report: RoundReport): Promise<Buffer> {
  const { results, organisation, productName, brand, timeZone, madeAt } = report;
  const pdf = openReport({ title: `${results.title}: ${title}`, author: productName, date: madeAt, brand });
  const finished = collect(pdf);
  const root = pdf.struct('Document', { title });
  pdf.addStructure(root);
  const part = (name: string, write: (pdf: Pdf, parent: Element, report: RoundReport) => void) => {
    const element = pdf.struct('Sect', { title: name });
    root.add(element);
    write(pdf, element, report);
    element.end();
  };
  part('Summary', writeSummary);
  part('Where answers differ most', writeDisagreement);
  part('Answers by question', writeAnswers);
  part('Sections', writeSections);
  if (results.groups.length > 0) part('Groups', writeGroups);
  part('Actions', writeActions);
  part('Method and limits', (file, parent) => {
    writeMethod(file, parent, report.content);
    writeRoundMethod(file, parent);
  });
  root.end();
  writeRunningTitle(pdf, [results.title, organisation, longDate(results.closedAt, timeZone)].join(' – '));
  pdf.end();
  return finished;
}

const namer =
  ({ levels }: RoundReport['results']) =>
  (level: AssessmentLevel) =>
    levels.find((one) => one.level === level)?.name ?? level;

function writeSummary(
  pdf: Pdf,
  parent: Element,
  { results, content, organisation, productName, timeZone }: RoundReport,
): void {
  const { overall, answered, invited } = results;
  const nameOf = namer(results);
  writeParagraph(pdf, parent, productName, { font: 'strong', colour: pdf.brandColour });
  writeHeading(pdf, parent, 'H1', results.title);
  const facts = [
    organisation,
    `Closed on ${longDate(results.closedAt, timeZone)}`,
    `${answered} of ${invited} people answered`,
  ];
  writeParagraph(pdf, parent, facts.join('  ·  '), { colour: colours.quiet });
  pdf.y += 8;
  writeNote(pdf, parent, content.texts.disclaimer);
  writeHeading(pdf, parent, 'H2', `Overall: ${nameOf(overall.band)}`);
  writeParagraph(
    pdf,
    parent,
    `The medians of the answers add up to ${overall.points} of ${overall.most} points (${overall.percent}%). ${overall.meaning}`,
  );
  for (const { title: question, highest } of overall.heldBackBy) {
    const sentence = `Held back by ${question}: while its median is ${nameOf('initial')}, the overall band is at most ${nameOf(highest)}.`;
    writeParagraph(pdf, parent, sentence, { font: 'strong' });
  }
  writeParagraph(pdf, parent, `What usually comes next: ${overall.next}`);
}

function writeDisagreement(pdf: Pdf, parent: Element, { results }: RoundReport): void {
  writeHeading(pdf, parent, 'H2', 'Where answers differ most');
  const { disagreed, questions } = results;
  if (disagreed.length === 0) {
    writeParagraph(pdf, parent, 'All people gave the same answers.');
    return;
  }
  writeParagraph(pdf, parent, 'Discuss these questions first.');
  const nameOf = namer(results);
  for (const id of disagreed) {
    const question = questions.find((one) => one.id === id);
    if (!question) continue;
    const chosen = assessmentLevels.filter((level) => question.distribution[level] > 0);
    const ends = [chosen[0], chosen.at(-1)].flatMap((level) => level ?? []);
    const said = ends.map((level) => `${question.distribution[level]} say ${nameOf(level)}`).join(', ');
    writeParagraph(pdf, parent, `${question.title}: spread ${question.spread.toFixed(1)}. ${said}.`);
  }
}

function writeAnswers(pdf: Pdf, parent: Element, { results }: RoundReport): void {
  const { questions, sections, previous } = results;
  const nameOf = namer(results);
  writeHeading(pdf, parent, 'H2', 'Answers by question');
  writeParagraph(pdf, parent, 'Each bar shows how many people chose each level. The mark is below the median.');
  for (const section of sections) {
    const ofSection = questions.filter(({ sectionId }) => sectionId === section.id);
    keepTogether(pdf, 60 + ofSection.length * 44);
    writeHeading(pdf, parent, 'H3', section.title);
    for (const question of ofSection) drawDistribution(pdf, parent, { question, nameOf });
  }
  writeHeading(pdf, parent, 'H3', 'The same as a table');
  writeTable(
    pdf,
    parent,
    [
      { title: 'Question', share: 3.4 },
      ...assessmentLevels.map((level) => ({ title: nameOf(level), share: 2 })),
      { title: 'Median', share: 2 },
      { title: 'Spread', share: 1.3 },
      ...(previous ? [{ title: `Since ${previous.title}`, share: 2.4 }] : []),
    ],
    questions.map((question) => [
      question.title,
      ...assessmentLevels.map((level) => String(question.distribution[level])),
      nameOf(question.median),
      question.spread.toFixed(1),
      ...(previous ? [changeOf(question)] : []),
    ]),
  );
  writeParagraph(
    pdf,
    parent,
    'The spread is the standard deviation of the answers in levels: 0 when all answers are the same, at most 1.5.',
    { size: 9.5, colour: colours.quiet },
  );
}

function changeOf({ median, previousMedian }: RoundQuestion): string {
  const change = previousMedian === null ? 0 : rankOf(median) - rankOf(previousMedian);
  if (change === 0) return 'no change';
  const levels = Math.abs(change) === 1 ? 'one level' : `${Math.abs(change)} levels`;
  return `${levels} ${change > 0 ? 'up' : 'down'}`;
}

function writeSections(pdf: Pdf, parent: Element, { results }: RoundReport): void {
  const nameOf = namer(results);
  writeHeading(pdf, parent, 'H2', 'Sections');
  writeTable(
    pdf,
    parent,
    [
      { title: 'Section', share: 3 },
      { title: 'Points', share: 1.6 },
      { title: 'Band', share: 1.9 },
      { title: 'What it means', share: 5.5 },
    ],
    results.sections.map(({ title: name, points, most, band, text }) => [
      name,
      `${points} of ${most}`,
      nameOf(band),
      text,
    ]),
  );
}

function writeGroups(pdf: Pdf, parent: Element, { results }: RoundReport): void {
  const { groups, sections } = results;
  const nameOf = namer(results);
  writeHeading(pdf, parent, 'H2', 'Groups');
  writeTable(
    pdf,
    parent,
    [
      { title: 'Group', share: 3 },
      { title: 'Answered', share: 1.5 },
      ...sections.map(({ title: name }) => ({ title: name, share: 2.2 })),
    ],
    groups.map((group) => [
      group.name,
      group.answered === null ? 'hidden' : String(group.answered),
      ...sections.map(({ id }) => {
        const band = group.sections?.find((section) => section.id === id)?.band;
        return band ? nameOf(band) : 'hidden';
      }),
    ]),
  );
  writeParagraph(
    pdf,
    parent,
    'Groups are hidden where showing them could reveal the answers of fewer than five people.',
    { size: 9.5, colour: colours.quiet },
  );
}

function writeActions(pdf: Pdf, parent: Element, report: RoundReport): void {
  const { plan, words } = report;
  // The actions begin a page, because a board passes this page on.
  pdf.addPage();
  writeHeading(pdf, parent, 'H2', 'Actions');
  writeParagraph(pdf, parent, 'Ranked by the medians of this round, most urgent first.');
  writeHeading(pdf, parent, 'H3', 'Start here');
  writeActionTable(pdf, parent, report, plan.actions.slice(0, startCount));
  const rest = plan.actions.slice(startCount);
  for (const phase of rappPhases) {
    const ofPhase = rest.filter((action) => action.phase === phase);
    if (ofPhase.length === 0) continue;
    keepTogether(pdf, 160);
    writeHeading(pdf, parent, 'H3', phaseLabel(words.phases[phase]));
    writeActionTable(pdf, parent, report, ofPhase);
  }
}

const statusNames = { not_started: 'Not started', in_progress: 'In progress', done: 'Done' };

function writeActionTable(
  pdf: Pdf,
  parent: Element,
  { results, words }: RoundReport,
  actions: RoundReport['plan']['actions'],
): void {
  const nameOf = namer(results);
  writeTable(
    pdf,
    parent,
    [
      { title: 'Action', share: 5 },
      { title: 'Why', share: 2.8 },
      { title: 'Lead role', share: 2.3 },
      { title: 'Owner', share: 2.4, isForm: true },
      { title: 'By', share: 2.1, isForm: true },
      { title: 'Status', share: 1.9, isForm: true },
    ],
    actions.map(({ text, questionTitle, level, role, owner, dueOn, status }) => [
      text,
      `${questionTitle}: ${nameOf(level)}`,
      words.roles[role].name,
      owner?.name ?? '',
      dueOn ? dueOn.split('-').toReversed().join('/') : '',
      statusNames[status],
    ]),
  );
}

function writeRoundMethod(pdf: Pdf, parent: Element): void {
  writeHeading(pdf, parent, 'H3', 'How the answers of many people are shown');
  for (const text of [
    'Each person answered alone and saw the answers of no other person. When the round closed, the answers were counted, and the link to the people who gave them was deleted.',
    'The median is the level of the person in the middle; of two in the middle, the lower one. Bands are computed from the medians, as if one person had given these answers.',
    'Results are shown of at least five people other than owners and managers. A group is also hidden where its answers, together with those of other groups or of earlier rounds, could reveal the answers of fewer than five people.',
    'Counts show what people said, not why, and not whether it is so. Where all people of a group chose the same level, the answer of each of them is known.',
  ]) {
    writeParagraph(pdf, parent, text);
  }
}
