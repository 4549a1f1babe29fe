import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Returns the list with one item at another place. Out of range, the place is the first or the last one. */
export function withMoved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items];
  moved.splice(Math.min(Math.max(to, 0), items.length - 1), 0, ...moved.splice(from, 1));
  return moved;
}

type Options<Item> = {
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  /** Name of an item in the announcements of screen readers. */
  nameOf: (item: Item, index: number) => string;
  onChange: (items: Item[]) => void;
};

export type Sortable = {
  list: RefObject<HTMLOListElement | null>;
  /** Index of the item that the keyboard has picked up; null for none. */
  lifted: number | null;
  /** Latest announcement for screen readers. */
  said: string;
  /** Announces a text to screen readers. */
  say: (text: string) => void;
  move: (from: number, to: number) => void;
  /** Picks an item up, or puts it down. */
  toggleLift: (index: number) => void;
  putDown: () => void;
  onHandleKey: (event: KeyboardEvent, index: number) => void;
};

/**
 * Order of a list that buttons, keys and the pointer change. A press of its handle picks an item up; the arrow keys
 * then move it, another press puts it down, and Escape puts it back.
 */
export function useSortable<Item>({ items, keyOf, nameOf, onChange }: Options<Item>): Sortable {
  const [held, setHeld] = useState<{ key: string | number; from: number } | null>(null);
  const [said, say] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const found = held === null ? -1 : items.findIndex((item) => keyOf(item) === held.key);
  const lifted = found === -1 ? null : found;

  function move(from: number, to: number) {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || from === to) return;
    onChange(withMoved(items, from, to));
    say(`${nameOf(item, from)} moved to position ${to + 1} of ${items.length}.`);
  }

  function toggleLift(index: number) {
    const item = items[index];
    if (item === undefined) return;
    const isHeld = lifted === index;
    setHeld(isHeld ? null : { key: keyOf(item), from: index });
    say(`${nameOf(item, index)} ${isHeld ? 'put down' : 'picked up'}, position ${index + 1} of ${items.length}.`);
  }

  function onHandleKey(event: KeyboardEvent, index: number) {
    if (lifted !== index || held === null) return;
    const places: Record<string, number> = {
      ArrowUp: index - 1,
      ArrowDown: index + 1,
      Home: 0,
      End: items.length - 1,
      Escape: held.from,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(index, place);
    if (event.key === 'Escape') setHeld(null);
  }

  const moveByPointer = useEffectEvent(move);
  const keys = items.map(keyOf).join(' ');
  // The rows are new elements after each change, so they are made draggable again. If the code cannot be loaded,
  // buttons and keys still move them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys tell that the rows have changed
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isCurrent = true;
    import('./drag-rows.ts').then(
      ({ dragRows }) => {
        if (isCurrent && list.current) stop = dragRows(list.current, moveByPointer);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
      stop?.();
    };
  }, [keys]);

  return { list, lifted, said, say, move, toggleLift, putDown: () => setHeld(null), onHandleKey };
}
