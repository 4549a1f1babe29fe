import type { AssessmentContent, AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import { rappPhases } from '#contract/catalogue/catalogue.ts';
import { longDate } from '#contract/dates.ts';
import type { AssessmentResult, RecommendedAction } from '#contract/learning/assessment.ts';
import { phaseLabel, type Words } from '#contract/words.ts';
import { collect, type Element, type Pdf, type PrintedBrand } from '#server/platform/files/pdf.ts';
import { drawRadar, leastHeight } from './charts.ts';
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

export type About = {
  productName: string;
  publicUrl: string;
  brand: PrintedBrand;
  person: string;
  organization: string | null;
  words: Words;
  /** Time zone of the person, for days. */
  timeZone: string;
  madeAt: Date;
};

const title = 'Responsible AI Readiness Assessment';

/** Maximum resources for one action; the plan on screen lists up to four. */
const mostResources = 2;

/** Number of actions under "Start here". */
const startCount = 5;

/** Makes the report of a result as a tagged PDF: summary, radar, sections, actions, method and limits. */
export function makeReport(result: AssessmentResult, content: AssessmentContent, about: About): Promise<Buffer> {
  const pdf = openReport({
    title: `${title}: report`,
    author: about.productName,
    date: about.madeAt,
    brand: about.brand,
  });
  const finished = collect(pdf);
  const { words } = about;
  const root = pdf.struct('Document', { title });
  pdf.addStructure(root);
  const nameOf = (level: AssessmentLevel) => result.levels.find((one) => one.level === level)?.name ?? level;
  part(pdf, root, 'Summary', (element) => writeSummary(pdf, element, { result, about, nameOf }));
  part(pdf, root, 'The twelve answers', (element) => writeAnswers(pdf, element, { result, nameOf }));
  part(pdf, root, 'Sections', (element) => writeSections(pdf, element, { result, nameOf, words }));
  part(pdf, root, 'Actions', (element) => writeActions(pdf, element, { result, nameOf, about }));
  part(pdf, root, 'Method and limits', (element) => writeMethod(pdf, element, content));
  root.end();
  writeRunningTitle(
    pdf,
    [title, about.organization, longDate(result.createdAt, about.timeZone)].filter(Boolean).join(' – '),
  );
  pdf.end();
  return finished;
}

function part(pdf: Pdf, root: Element, name: string, write: (element: Element) => void): void {
  const element = pdf.struct('Sect', { title: name });
  root.add(element);
  write(element);
  element.end();
}

type Writing = { result: AssessmentResult; nameOf: (level: AssessmentLevel) => string };
type WritingWords = Writing & { words: Words };

function writeSummary(pdf: Pdf, parent: Element, { result, about, nameOf }: Writing & { about: About }): void {
  const { overall, texts, previous } = result;
  writeParagraph(pdf, parent, about.productName, { font: 'strong', colour: pdf.brandColour });
  writeHeading(pdf, parent, 'H1', title);
  const facts = [
    about.organization,
    result.scope && `Scope: ${result.scope}`,
    `Assessed on ${longDate(result.assessedOn ?? result.createdAt, about.timeZone)}`,
    `by ${about.person}`,
  ];
  writeParagraph(pdf, parent, facts.filter(Boolean).join('  ·  '), { colour: colours.quiet });
  pdf.y += 8;
  writeNote(pdf, parent, texts.disclaimer);
  writeHeading(pdf, parent, 'H2', `Overall: ${nameOf(overall.band)}, ${overall.percent}%`);
  writeParagraph(pdf, parent, `${overall.points} of ${overall.most} points. ${overall.meaning}`);
  for (const sentence of cappedScoreText(result, nameOf)) writeParagraph(pdf, parent, sentence, { font: 'strong' });
  writeParagraph(pdf, parent, `What usually comes next: ${overall.next}`);
  if (previous) {
    writeParagraph(
      pdf,
      parent,
      `Previous attempt, ${longDate(previous.assessedOn ?? previous.createdAt, about.timeZone)}: ${previous.bandName}, ` +
        `${previous.percent}%. ${doneSince(previous.doneActions.length)}` +
        (previous.isComparable ? '' : ' It answered another version of the questions, so the two are not compared.'),
    );
  }
}

function doneSince(count: number): string {
  if (count === 0) return 'No action of its plan was marked as done.';
  return count === 1 ? '1 action of its plan was done.' : `${count} actions of its plan were done.`;
}

/** Explains why the band is lower than that of the points, in a paragraph per limit; empty when it is not lower. */
function cappedScoreText({ overall }: AssessmentResult, nameOf: Writing['nameOf']): string[] {
  const limits = [...new Set(overall.heldBackBy.map(({ highest }) => highest))];
  return limits.map((highest) => {
    const titles = overall.heldBackBy.filter((one) => one.highest === highest).map((one) => one.title);
    return (
      `Held back by ${titles.join(', ')}: while answered ${nameOf('initial')}, the overall band is at most ` +
      `${nameOf(highest)}. By points alone it would be ${nameOf(overall.bandOfPoints)}.`
    );
  });
}

/** Height of the sentence below the radar, in points. */
const captionHeight = 24;

function writeAnswers(pdf: Pdf, parent: Element, { result, nameOf }: Writing): void {
  keepTogether(pdf, leastHeight + 48 + captionHeight);
  writeHeading(pdf, parent, 'H2', 'The twelve answers');
  drawRadar(pdf, parent, result, captionHeight);
  const isCompared = result.previous?.isComparable === true;
  const outwards = `From the centre outwards: ${result.levels.map(({ name }) => name).join(', ')}.`;
  const dashed = isCompared ? ' Dashed: the previous attempt.' : '';
  writeParagraph(pdf, parent, outwards + dashed, { size: 9.5, colour: colours.quiet });
  const columns = [
    { title: 'Question', share: 3 },
    { title: 'Answer', share: 1.9 },
    ...(isCompared ? [{ title: 'Previous', share: 1.9 }] : []),
    { title: 'What was chosen', share: 8.5 },
  ];
  const rows = result.answers.map(({ title: name, level, previousLevel, statement }) => [
    name,
    nameOf(level),
    ...(isCompared ? [previousLevel ? nameOf(previousLevel) : ''] : []),
    statement,
  ]);
  writeTable(pdf, parent, columns, rows);
}

function writeSections(pdf: Pdf, parent: Element, { result, nameOf, words }: WritingWords): void {
  writeHeading(pdf, parent, 'H2', 'Sections');
  const change = (now: number, before: number | null) =>
    before === null ? '' : now === before ? ' (no change)' : ` (${now > before ? '+' : '−'}${Math.abs(now - before)})`;
  writeTable(
    pdf,
    parent,
    [
      { title: 'Section', share: 3 },
      { title: 'Score', share: 2.4 },
      { title: 'Band', share: 1.9 },
      { title: 'What it means', share: 5.5 },
    ],
    result.sections.map(({ title: name, points, most, percent, band, text, previousPercent }) => [
      name,
      `${percent}%${change(percent, previousPercent)}\n${points} of ${most}`,
      nameOf(band),
      text,
    ]),
  );
  writeHeading(pdf, parent, 'H3', 'Principles');
  writeTable(
    pdf,
    parent,
    [
      { title: 'Principle', share: 2 },
      { title: 'Share', share: 1 },
      { title: 'Working meaning', share: 6 },
    ],
    result.principles.map(({ principle, percent, meaning }) => [
      words.principles[principle].name,
      `${percent}%`,
      meaning,
    ]),
  );
  writeParagraph(pdf, parent, result.texts.indicative, { size: 9.5, colour: colours.quiet });
}

function writeActions(pdf: Pdf, parent: Element, { result, nameOf, about }: Writing & { about: About }): void {
  writeHeading(pdf, parent, 'H2', 'Actions');
  writeParagraph(pdf, parent, 'Most urgent first. Write in who owns each action, and by when it is done.');
  writeHeading(pdf, parent, 'H3', 'Start here');
  writeActionTable(pdf, parent, { actions: result.actions.slice(0, startCount), nameOf, about });
  const rest = result.actions.slice(startCount);
  for (const phase of rappPhases) {
    const ofPhase = rest.filter((action) => action.phase === phase);
    if (ofPhase.length === 0) continue;
    writeHeading(pdf, parent, 'H3', phaseLabel(about.words.phases[phase]));
    writeActionTable(pdf, parent, { actions: ofPhase, nameOf, about });
  }
}

type ActionTable = { actions: readonly RecommendedAction[]; nameOf: Writing['nameOf']; about: About };

function writeActionTable(pdf: Pdf, parent: Element, { actions, nameOf, about }: ActionTable): void {
  const { words, publicUrl } = about;
  writeTable(
    pdf,
    parent,
    [
      { title: 'Action', share: 4.2 },
      { title: 'Why, and lead role', share: 3.1 },
      { title: 'Resources', share: 3.4 },
      { title: 'Owner', share: 2.6, isForm: true },
      { title: 'By', share: 2.3, isForm: true },
      { title: 'Done', share: 1.5, isForm: true },
    ],
    actions.map(({ text, questionTitle, level, role, entry, resources }) => [
      text,
      `${questionTitle}: ${nameOf(level)}\n${words.roles[role].name}`,
      resources
        .slice(0, mostResources)
        .map(({ id, title: name }) => ({ text: name, url: `${publicUrl}/resource/${id}` })),
      entry?.owner ?? '',
      entry?.dueOn ? shortDate(entry.dueOn) : '',
      entry?.doneAt ? 'Done' : '',
    ]),
  );
}

/** Returns, for example, "20/11/2026", which fits a narrow column. */
function shortDate(day: string): string {
  return day.split('-').toReversed().join('/');
}
