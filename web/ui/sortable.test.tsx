import { screen, waitFor, within } from '@testing-library/dom';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPart } from '#tests/support/web/render.tsx';
import { SortableList } from './SortableList.tsx';
import { withMoved } from './sortable.ts';

function Steps({ given = ['Ask', 'Test', 'Decide'] }: { given?: string[] }) {
  const [steps, setSteps] = useState(given);
  return (
    <SortableList label="Steps" items={steps} keyOf={(step) => step} nameOf={(step) => step} onChange={setSteps}>
      {(step) => <b>{step}</b>}
    </SortableList>
  );
}

const shown = () => screen.getAllByRole('listitem').map((row) => row.querySelector('b')?.textContent);

test('a row moves to a place in range only', () => {
  expect(withMoved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(withMoved(['a', 'b', 'c'], 2, -4)).toEqual(['c', 'a', 'b']);
  expect(withMoved(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b']);
});

test('CHECK-05 arrows move a row and say where it is, and those at the end do nothing', async () => {
  const { user } = renderPart(<Steps />);
  const up = screen.getByRole('button', { name: 'Move up: Ask' });
  expect(up).toHaveAttribute('aria-disabled', 'true');
  await user.click(up);
  expect(shown()).toEqual(['Ask', 'Test', 'Decide']);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await user.click(screen.getByRole('button', { name: 'Move down: Ask' }));
  expect(shown()).toEqual(['Test', 'Ask', 'Decide']);
  expect(screen.getByRole('status')).toHaveTextContent('Ask moved to position 2 of 3.');
  expect(screen.getByRole('button', { name: 'Move down: Ask' })).toHaveFocus();
});

test('CHECK-05 the keyboard picks a row up, moves it, puts it down, and Escape puts it back', async () => {
  const { user } = renderPart(<Steps />);
  const handle = () => screen.getByRole('button', { name: 'Pick up Decide' });
  handle().focus();
  await user.keyboard('{ArrowUp}');
  expect(shown()).toEqual(['Ask', 'Test', 'Decide']);
  await user.keyboard(' {ArrowUp}{ArrowUp}');
  expect(shown()).toEqual(['Decide', 'Ask', 'Test']);
  expect(handle()).toHaveAttribute('aria-pressed', 'true');
  await user.keyboard('{Escape}');
  expect(shown()).toEqual(['Ask', 'Test', 'Decide']);
  expect(handle()).toHaveAttribute('aria-pressed', 'false');
  await user.keyboard(' {Home} {ArrowDown}');
  expect(shown()).toEqual(['Decide', 'Ask', 'Test']);
  expect(within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')).toHaveLength(3);
});

test('CHECK-05 a list of four rows has a menu that moves a row to any position, by keyboard too, and keeps the focus', async () => {
  const { user } = renderPart(<Steps given={['Ask', 'Test', 'Decide', 'Tell']} />);
  const menu = () => screen.getByRole('button', { name: 'Move to…: Ask' });
  await user.click(menu());
  const places = await screen.findAllByRole('menuitem');
  expect(places.map(({ textContent }) => textContent)).toEqual(['Position 2', 'Position 3', 'Position 4']);
  await user.click(screen.getByRole('menuitem', { name: 'Position 4' }));
  expect(shown()).toEqual(['Test', 'Decide', 'Tell', 'Ask']);
  expect(screen.getByRole('status')).toHaveTextContent('Ask moved to position 4 of 4.');
  await waitFor(() => expect(menu()).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Position 1' })).toHaveFocus());
  await user.keyboard('{ArrowDown}{Enter}');
  expect(shown()).toEqual(['Test', 'Ask', 'Decide', 'Tell']);
  await waitFor(() => expect(menu()).toHaveFocus());
});

test('CHECK-05 a list of three rows has arrows without a menu', () => {
  renderPart(<Steps />);
  expect(screen.queryByRole('button', { name: /^Move to/ })).toBeNull();
  expect(screen.getAllByRole('button', { name: /^Move (up|down)/ })).toHaveLength(6);
});
