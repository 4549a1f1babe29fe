import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';

function open() {
  const container = document.createElement('main');
  const root = createRoot(container);
  return { container, show: (screen: ReactNode) => flushSync(() => root.render(screen)) };
}

/** Imitates a browser's translation by replacing every text node. */
function translate(part: Element): void {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const wrapped = document.createElement('font');
    wrapped.textContent = text.nodeValue;
    (text as Text).replaceWith(wrapped);
  }
}

type Shown = { count: number; isBusy: boolean; note?: string };

function Screen({ count, isBusy, note }: Shown) {
  return (
    <>
      {isBusy ? <b>Busy</b> : null}
      Section {count} of 4{note ? <i>{note}</i> : ' without a note'}
      <p>
        {count} {isBusy ? 'of them' : 'in all'}
      </p>
      {count > 2 ? 'At the end' : <u>Not yet</u>}
    </>
  );
}

test('GEN-28 texts of a translated screen change, go and come back beside elements that do the same', () => {
  const states: [Shown, string][] = [
    [{ count: 1, isBusy: false }, 'Section 1 of 4 without a note1 in allNot yet'],
    [{ count: 2, isBusy: true }, 'BusySection 2 of 4 without a note2 of themNot yet'],
    [{ count: 3, isBusy: false, note: 'kept' }, 'Section 3 of 4kept3 in allAt the end'],
    [{ count: 1, isBusy: true }, 'BusySection 1 of 4 without a note1 of themNot yet'],
  ];
  const { container, show } = open();
  for (const [shown, words] of states) {
    show(<Screen {...shown} />);
    expect(container.textContent).toBe(words);
    translate(container);
  }
});

test('GEN-28 a text alone keeps no element, and blanks between elements stay bare', () => {
  const { container, show } = open();
  show(
    <p>
      <b>One {1}</b> <i>two</i>
    </p>,
  );
  expect(container.innerHTML).toBe('<p><b>One 1</b> <i>two</i></p>');
});
