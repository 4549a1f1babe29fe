import { counted } from '#contract/counted.ts';
import { longDay, shortDay } from '#contract/dates.ts';
import {
  collect,
  decorate,
  type Element,
  openPdf,
  type Pdf,
  type PrintedBrand,
  widthOf,
  writeFooters,
} from '#server/platform/files/pdf.ts';
import { drawMark } from '#server/platform/files/pdf-shapes.ts';
import { colours, drawLegend, margins, type Shares, writeTable } from './evidence-table.ts';

/** Data of an evidence pack's summary. */
export type EvidenceSummary = {
  organisation: string;
  /** First and last day, such as 2026-11-20. */
  from: string;
  to: string;
  createdAt: Date;
  createdFor: string;
  totals: Shares & { people: number; overduePeople: number };
  resources: readonly (Shares & { title: string; version: number; earlier: number })[];
  /** Number of resources beyond the listed ones. */
  moreResources: number;
  roles: readonly (Shares & { name: string; people: number })[];
  /** The listed assignments. */
  asked: readonly { person: string; resource: string; dueOn: string; status: string }[];
  moreAsked: number;
  /** Number of people whose access the directory ended within the period, and totals of what they lost. */
  offboarding: { people: number; sessions: number; seats: number; keys: number; tokens: number };
  limits: string;
};

export type EvidenceIssuer = { productName: string; publisher: string | null; brand: PrintedBrand };

const title = 'Learning about responsible AI';

/** Makes the summary as a tagged PDF, A4 portrait (LEARN-05). */
export function printEvidence(summary: EvidenceSummary, issuer: EvidenceIssuer): Promise<Buffer> {
  const pdf = openPdf({
    title: `Evidence pack of ${summary.organisation}`,
    author: issuer.productName,
    date: summary.createdAt,
    margins,
    brand: { ...issuer.brand, logo: null },
  });
  const finished = collect(pdf);
  const root = pdf.struct('Document', { title });
  pdf.addStructure(root);
  writeHead(pdf, root, summary, issuer);
  writeTotals(pdf, root, summary.totals);
  section(pdf, root, 'Assignments by resource', 120, (element) => writeResources(pdf, element, summary));
  section(pdf, root, 'Completion by role', 120, (element) => writeRoles(pdf, element, summary));
  if (summary.offboarding.people > 0) {
    section(pdf, root, 'Access ended by the directory', 60, (element) => writeEnded(pdf, element, summary));
  }
  writeLimits(pdf, root, summary.limits);
  section(pdf, root, 'Who was asked what', 120, (element) => writeAsked(pdf, element, summary));
  root.end();
  writeFoot(pdf, issuer.publisher);
  pdf.end();
  return finished;
}

function writeHead(pdf: Pdf, root: Element, summary: EvidenceSummary, { productName, brand }: EvidenceIssuer): void {
  const mark = 19;
  const top = margins.top;
  const right = 130;
  const start = margins.left + drawMark(pdf, brand.logo, { x: margins.left, y: top, size: mark }) + 6;
  root.add(
    pdf.struct('P', {}, () => {
      const width = widthOf(pdf) - right - (start - margins.left);
      pdf.font('heading').fontSize(12).fillColor(colours.ink);
      pdf.text(productName, start, top + 3, { width, height: 15, ellipsis: true });
    }),
  );
  root.add(
    pdf.struct('P', {}, () => {
      pdf.font('text').fontSize(9).fillColor(colours.quiet);
      const x = margins.left + widthOf(pdf) - right;
      pdf.text('Evidence pack · summary', x, top + 4, { width: right, align: 'right' });
    }),
  );
  pdf.y = top + mark + 30;
  heading(pdf, root, 'H1', title, 26);
  pdf.y += 3;
  const { organisation, from, to, createdAt, createdFor } = summary;
  const time = createdAt.toISOString().slice(11, 16);
  const made = `Created on ${longDay(createdAt)} at ${time} UTC for ${createdFor}.`;
  paragraph(pdf, root, `${organisation}, ${longDay(from)} to ${longDay(to)}. ${made}`, 11, colours.quiet);
}

function heading(pdf: Pdf, parent: Element, tag: 'H1' | 'H2', text: string, size: number): void {
  parent.add(
    pdf.struct(tag, {}, () => {
      pdf.font('heading').fontSize(size).fillColor(colours.ink);
      pdf.text(text, margins.left, pdf.y, { width: widthOf(pdf) });
    }),
  );
  pdf.outline.addItem(text);
}

function paragraph(pdf: Pdf, parent: Element, text: string, size = 9, colour = colours.ink): void {
  parent.add(
    pdf.struct('P', {}, () => {
      pdf.font('text').fontSize(size).fillColor(colour);
      pdf.text(text, margins.left, pdf.y, { width: widthOf(pdf), lineGap: 2 });
    }),
  );
}

type WriteSection = (element: Element) => void;

/** Writes a section with its heading, which is never alone at the foot of a page. */
function section(pdf: Pdf, root: Element, name: string, room: number, write: WriteSection): void {
  pdf.y += 20;
  if (pdf.y + room > pdf.page.maxY()) pdf.addPage();
  const element = pdf.struct('Sect', { title: name });
  root.add(element);
  heading(pdf, element, 'H2', name, 13.5);
  pdf.y += 4;
  write(element);
  element.end();
}

const percent = ({ completed }: Shares, total: number) =>
  total === 0 ? '–' : `${Math.round((100 * completed) / total)}%`;
const totalOf = ({ completed, inProgress, notStarted, overdue }: Shares) =>
  completed + inProgress + notStarted + overdue;
const number = (count: number) => count.toLocaleString('en-GB');

function writeTotals(pdf: Pdf, root: Element, totals: EvidenceSummary['totals']): void {
  const { people, completed, overdue, overduePeople } = totals;
  const facts = [
    ['People assigned', number(people), ''],
    ['Assignments', number(totalOf(totals)), ''],
    ['Completed', number(completed), percent(totals, totalOf(totals))],
    ['Overdue', number(overdue), overdue === 0 ? '' : counted(overduePeople, 'person', 'people')],
  ] as const;
  const top = pdf.y + 16;
  const height = 50;
  const width = widthOf(pdf) / facts.length;
  const lines: [number, number, number, number][] = [top, top + height].map((y) => [
    margins.left,
    y,
    margins.left + widthOf(pdf),
    y,
  ]);
  const list = pdf.struct('L');
  root.add(list);
  for (const [index, [name, value, note]] of facts.entries()) {
    const x = margins.left + index * width + (index === 0 ? 0 : 11);
    if (index > 0) lines.push([margins.left + index * width, top, margins.left + index * width, top + height]);
    const item = pdf.struct('LI');
    list.add(item);
    item.add(
      pdf.struct('Lbl', {}, () => {
        pdf
          .font('text')
          .fontSize(9)
          .fillColor(colours.quiet)
          .text(name, x, top + 9, { lineBreak: false });
      }),
    );
    item.add(
      pdf.struct('LBody', {}, () => {
        pdf
          .font('heading')
          .fontSize(19)
          .fillColor(colours.ink)
          .text(value, x, top + 21, { lineBreak: false });
        const at = x + pdf.widthOfString(value) + 5;
        if (note)
          pdf
            .font('text')
            .fontSize(9)
            .fillColor(colours.quiet)
            .text(note, at, top + 30, { lineBreak: false });
      }),
    );
    item.end();
  }
  list.end();
  decorate(pdf, () => {
    for (const [x1, y1, x2, y2] of lines) pdf.moveTo(x1, y1).lineTo(x2, y2);
    pdf.lineWidth(0.5).stroke(colours.line);
  });
  pdf.x = margins.left;
  pdf.y = top + height;
}

function writeResources(pdf: Pdf, parent: Element, { resources, moreResources }: EvidenceSummary): void {
  if (resources.length === 0) {
    paragraph(pdf, parent, 'Nothing was assigned.');
    return;
  }
  writeTable(
    pdf,
    parent,
    [
      { title: 'Resource', share: 4.2 },
      { title: 'Current version', share: 1.5, isNumber: true },
      { title: 'Assigned', share: 1.5, isNumber: true },
      { title: 'Completed', share: 1.5, isNumber: true },
      { title: 'Of those, on an earlier version', share: 1.9, isNumber: true },
      { title: 'Overdue', share: 1.3, isNumber: true },
    ],
    resources.map((resource) => [
      resource.title,
      String(resource.version),
      number(totalOf(resource)),
      number(resource.completed),
      number(resource.earlier),
      number(resource.overdue),
    ]),
  );
  more(pdf, parent, moreResources, 'resource', 'resources');
}

function writeRoles(pdf: Pdf, parent: Element, { roles }: EvidenceSummary): void {
  if (roles.length === 0) {
    paragraph(pdf, parent, 'Nothing was assigned.');
    return;
  }
  writeTable(
    pdf,
    parent,
    [
      { title: 'Role', share: 3.4 },
      { title: 'People', share: 1.2, isNumber: true },
      { title: 'Assigned', share: 1.4, isNumber: true },
      { title: 'Completed', share: 1.6, isNumber: true },
      { title: 'States', share: 4.4 },
      { title: 'Share', share: 1, isNumber: true },
    ],
    roles.map(({ name, people, ...role }) => [
      name,
      number(people),
      number(totalOf(role)),
      number(role.completed),
      role,
      percent(role, totalOf(role)),
    ]),
  );
  pdf.y += 6;
  drawLegend(pdf);
}

function writeAsked(pdf: Pdf, parent: Element, { asked, moreAsked }: EvidenceSummary): void {
  if (asked.length === 0) {
    paragraph(pdf, parent, 'Nothing was assigned.');
    return;
  }
  writeTable(
    pdf,
    parent,
    [
      { title: 'Person', share: 2.5 },
      { title: 'Resource', share: 4 },
      { title: 'Due', share: 1.35 },
      { title: 'State', share: 2.9 },
    ],
    asked.map(({ person, resource, dueOn, status }) => [person, resource, shortDay(dueOn), status]),
  );
  more(pdf, parent, moreAsked, 'assignment', 'assignments');
}

function writeEnded(pdf: Pdf, parent: Element, { offboarding }: EvidenceSummary): void {
  const { people, sessions, seats, keys, tokens } = offboarding;
  const ended = [counted(sessions, 'session'), counted(seats, 'seat'), counted(keys, 'API key')].join(', ');
  const text = `Ended for ${counted(people, 'person', 'people')}: ${ended} and ${counted(tokens, 'tool token')}.`;
  paragraph(pdf, parent, `${text} Each is in offboarding.csv, with its time.`);
}

function more(pdf: Pdf, parent: Element, count: number, one: string, many: string): void {
  if (count === 0) return;
  pdf.y += 8;
  const text = count === 1 ? `1 further ${one} is` : `${number(count)} further ${many} are`;
  paragraph(pdf, parent, `${text} in people.csv.`, 9, colours.quiet);
}

/** Writes the limits of the pack on a soft background. */
function writeLimits(pdf: Pdf, root: Element, text: string): void {
  const name = 'What this shows, and what it does not';
  const options = { width: widthOf(pdf) - 26, lineGap: 2 };
  pdf.y += 16;
  const height = pdf.font('text').fontSize(9).heightOfString(text, options) + 40;
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage();
  const top = pdf.y;
  decorate(pdf, () => pdf.roundedRect(margins.left, top, widthOf(pdf), height, 5).fill(colours.soft));
  const element = pdf.struct('Sect', { title: name });
  root.add(element);
  element.add(
    pdf.struct('H2', {}, () => {
      pdf
        .font('strong')
        .fontSize(10)
        .fillColor(colours.ink)
        .text(name, margins.left + 13, top + 12, options);
    }),
  );
  element.add(
    pdf.struct('Note', {}, () => {
      pdf
        .font('text')
        .fontSize(9)
        .fillColor(colours.ink)
        .text(text, margins.left + 13, top + 27, options);
    }),
  );
  element.end();
  pdf.x = margins.left;
  pdf.y = top + height;
}

/** Writes the names of other files of the pack, the publisher and the page's number at the foot of each page. */
function writeFoot(pdf: Pdf, publisher: string | null): void {
  writeFooters(pdf, (page, count) => {
    const top = pdf.page.height - 44;
    const width = widthOf(pdf);
    pdf
      .moveTo(margins.left, top)
      .lineTo(margins.left + width, top)
      .lineWidth(0.5)
      .stroke(colours.line);
    pdf.font('text').fontSize(8.5).fillColor(colours.quiet);
    const line = { width, lineBreak: false, ellipsis: true } as const;
    const files = 'With this summary: people.csv, offboarding.csv, completions.json, method.md';
    pdf.text(files, margins.left, top + 8, line);
    if (publisher) pdf.text(publisher, margins.left + width / 2, top + 8, { ...line, width: width / 2 - 75 });
    const number = `Page ${page} of ${count}`;
    pdf.text(number, margins.left + width - 70, top + 8, { ...line, width: 70, align: 'right' });
  });
}
