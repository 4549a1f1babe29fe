import { needlessCapitals, rejectedWords } from '../words.ts';
import { problem } from './watch.ts';

const attributes = ['aria-label', 'alt', 'placeholder', 'title'];
/** Elements with words of publishers and members, or that only programs read. */
const notOurs = '.prose, script, style, template, [translate="no"]';

let seen = new Set<string>();
/** Texts of replies that begin with a capital letter: names and titles. */
let data = new Set<string>();
let observer: MutationObserver | undefined;

function collect(node: Node): void {
  if (node instanceof Text) {
    if (node.data.trim() !== '' && !node.parentElement?.closest(notOurs)) seen.add(node.data);
    return;
  }
  if (!(node instanceof Element)) return;
  for (const name of attributes) {
    const value = node.getAttribute(name);
    if (value) seen.add(value);
  }
  for (const child of node.childNodes) collect(child);
}

/** Records the names and titles of a reply, which are not the portal's own words. */
export function noteData(value: unknown): void {
  if (typeof value === 'string') {
    if (/^[A-Z]/.test(value)) data.add(value);
  } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(noteData);
}

/** Records each text that the screen shows from now on, however briefly. */
export function readScreens(): void {
  seen = new Set();
  data = new Set();
  observer = new MutationObserver((records) => records.forEach(note));
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
    attributeFilter: attributes,
  });
}

function note({ type, target, addedNodes }: MutationRecord): void {
  if (type === 'childList') for (const node of addedNodes) collect(node);
  else collect(target);
}

/** Fails the test for words that docs/language.md refuses, in any state that a screen had. */
export function judgeWords(): void {
  observer?.takeRecords().forEach(note);
  observer?.disconnect();
  collect(document.body);
  const names = [...data].sort((one, other) => other.length - one.length);
  for (const text of seen) {
    const faults = [...rejectedWords(text), ...needlessCapitals(text)];
    if (faults.length === 0) continue;
    const own = names.reduce((rest, name) => rest.replaceAll(name, '·'), text);
    for (const fault of [...rejectedWords(own), ...needlessCapitals(own)]) problem(`the screen ${fault}`);
  }
  seen = new Set();
}
