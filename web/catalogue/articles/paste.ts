import { isArticleLink, isPictureAddress } from '#contract/catalogue/articles-nodes.ts';

/** Pasted HTML for the editor, and the numbers of things that articles cannot have. */
export type Pasted = { html: string; links: number; pictures: number; embeds: number };

/**
 * Turns pasted HTML of Word, Google Docs, LibreOffice, Notion and web pages into the parts of an article: lists, one
 * paragraph for each row of a table, headings of two levels, and bold, italic, superscript and subscript letters that
 * those programs write as styles. The editor handles the rest.
 */
export function pastedArticle(html: string): Pasted {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  for (const element of body.querySelectorAll('[data-style]')) readStyle(element);
  joinWordLists(body);
  for (const table of [...body.querySelectorAll('table')].reverse()) flatten(table);
  for (const heading of body.querySelectorAll('h1')) rename(heading, 'h2');
  for (const heading of body.querySelectorAll('h4, h5, h6')) rename(heading, 'h3');
  const pictures = countLeft(body.querySelectorAll('img'), (picture) => {
    return isPictureAddress(picture.getAttribute('src') ?? '') && (picture.getAttribute('alt') ?? '').trim() !== '';
  });
  const links = countLeft(body.querySelectorAll('a[href]'), (link) => isKept(link.getAttribute('href') ?? ''));
  for (const element of body.querySelectorAll('[data-style]')) element.removeAttribute('data-style');
  const embeds = html.match(/<(?:iframe|object|video|audio)\b/gi)?.length ?? 0;
  return { html: body.innerHTML, links, pictures, embeds };
}

/** Links to parts of the page, as in tables of contents, are no loss. */
const isKept = (address: string) => address.startsWith('#') || isArticleLink(address);

function countLeft(elements: Iterable<Element>, isFine: (element: Element) => boolean): number {
  return [...elements].filter((element) => !isFine(element)).length;
}

/**
 * Removes handlers and scripts before the browser reads them, and renames styles, because the content security policy
 * would report each. Also removes Word's conditional comments.
 */
function withoutStyles(html: string): string {
  return html
    .replace(/<(script|style|iframe|object|svg|xml)\b.*?<\/\1\s*>/gis, '')
    .replace(/<!--.*?-->|<!\[[^>]*>/gs, '')
    .replace(/<[^>]*>/g, (tag) =>
      tag
        .replace(/[\s"'/]on\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi, ' ')
        .replace(/([\s"'/])style\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi, '$1 data-style=$2'),
    );
}

/** Turns a style into elements. A style that cancels the meaning of its element unwraps the element. */
function readStyle(element: Element): void {
  const style = styleOf(element);
  const weight = style.get('font-weight') ?? '';
  const slant = style.get('font-style') ?? '';
  const isBold = /^(bold|bolder|[6-9]00)$/.test(weight);
  // Google Docs wraps everything that it copies in such an element.
  if (/^(B|STRONG)$/.test(element.tagName) && /^(normal|lighter|[1-5]00)$/.test(weight)) {
    unwrap(element);
    return;
  }
  if (/^(I|EM)$/.test(element.tagName) && slant === 'normal') {
    unwrap(element);
    return;
  }
  if (element.tagName !== 'SPAN' && element.tagName !== 'FONT' && element.tagName !== 'A') return;
  const shift = style.get('vertical-align') ?? '';
  const names = [
    ...(isBold ? ['strong'] : []),
    ...(/^(italic|oblique)/.test(slant) ? ['em'] : []),
    ...(shift === 'super' ? ['sup'] : []),
    ...(shift === 'sub' ? ['sub'] : []),
  ];
  for (const name of names) wrapContent(element, name);
}

function styleOf(element: Element): Map<string, string> {
  const rules = (element.getAttribute('data-style') ?? '').split(';').map((rule) => rule.split(':'));
  return new Map(
    rules.map(([name = '', ...value]) => [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()]),
  );
}

function wrapContent(element: Element, name: string): void {
  const inside = element.ownerDocument.createElement(name);
  inside.append(...element.childNodes);
  element.append(inside);
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function rename(element: Element, name: string): Element {
  const other = element.ownerDocument.createElement(name);
  const id = element.getAttribute('id');
  if (id) other.setAttribute('id', id);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

/** Word writes a list item as a paragraph that begins with its sign: "·", "o", "1.", "a)". */
const orderedSign = /^\s*(\d+|[a-z]{1,3}|[ivxlc]+)[.)]/i;

function joinWordLists(body: HTMLElement): void {
  const { ownerDocument } = body;
  let open: { list: Element; level: number }[] = [];
  let last: Element | null = null;
  for (const paragraph of [...body.querySelectorAll('p')]) {
    const [, digits] = /\blevel(\d+)/.exec(styleOf(paragraph).get('mso-list') ?? '') ?? [];
    if (!digits) continue;
    if (!last || nextElement(last) !== paragraph) open = [];
    const level = Number(digits);
    const sign = [...paragraph.querySelectorAll('span')].find((span) => styleOf(span).get('mso-list') === 'ignore');
    const isOrdered = orderedSign.test(sign?.textContent ?? '');
    sign?.remove();
    open = open.filter((one) => one.level <= level);
    let current = open.at(-1);
    if (!current || current.level < level) {
      const list = ownerDocument.createElement(isOrdered ? 'ol' : 'ul');
      if (current) current.list.lastElementChild?.append(list);
      else paragraph.before(list);
      current = { list, level };
      open.push(current);
    }
    const item = ownerDocument.createElement('li');
    current.list.append(item);
    const line = ownerDocument.createElement('p');
    line.append(...paragraph.childNodes);
    item.append(line);
    last = open[0]?.list ?? null;
    paragraph.remove();
  }
}

/** Returns the next element; null when text is between. */
function nextElement(element: Element): Element | null {
  let next = element.nextSibling;
  while (next && next.nodeType !== 1 && (next.textContent ?? '').trim() === '') next = next.nextSibling;
  return next?.nodeType === 1 ? element.nextElementSibling : null;
}

const between = ' | ';

const blocks = 'p, div, li, ul, ol, dl, dt, dd, blockquote, pre, h1, h2, h3, h4, h5, h6';

/** Replaces a table by one paragraph for the caption and one for each row, with separated cells. */
function flatten(table: Element): void {
  const { ownerDocument } = table;
  const rows = [...table.querySelectorAll('tr')].map((row) => {
    const line = ownerDocument.createElement('p');
    const cells = [...row.children].filter(({ tagName }) => tagName === 'TD' || tagName === 'TH');
    for (const [index, cell] of cells.entries()) {
      if (index > 0) line.append(between);
      for (const end of cell.querySelectorAll('br')) end.replaceWith(' ');
      for (const block of cell.querySelectorAll(blocks)) {
        if (block.previousSibling && !/\s$/.test(block.previousSibling.textContent ?? '')) block.before(' ');
        if (block.nextSibling && !/^\s/.test(block.nextSibling.textContent ?? '')) block.after(' ');
        unwrap(block);
      }
      line.append(...cell.childNodes);
    }
    return line;
  });
  const captions = [...table.querySelectorAll('caption')].map((caption) => rename(caption, 'p'));
  table.replaceWith(
    ...[...captions, ...rows].filter(
      ({ textContent }) => (textContent ?? '').replaceAll(between.trim(), '').trim() !== '',
    ),
  );
}

/** Returns "2 links that are no https addresses and 1 picture were left out"; null when nothing was. */
export function leftOutWords({ links, pictures, embeds }: Omit<Pasted, 'html'>): string | null {
  const parts = [
    ...(links > 0 ? [countOf(links, 'link that is no https address', 'links that are no https addresses')] : []),
    ...(pictures > 0 ? [countOf(pictures, 'picture', 'pictures')] : []),
    ...(embeds > 0 ? [countOf(embeds, 'embedded video or page', 'embedded videos or pages')] : []),
  ];
  if (parts.length === 0) return null;
  const words = new Intl.ListFormat('en-GB').format(parts);
  const hint = pictures > 0 ? ' Add pictures with “Add picture”.' : '';
  return `${words} ${links + pictures + embeds === 1 ? 'was' : 'were'} left out.${hint}`;
}

const countOf = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
