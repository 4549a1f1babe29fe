import { ArrowDown, ArrowDownUp, ArrowUp, GripVertical } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { LazyMenu } from './LazyMenu.tsx';
import { type Sortable, useSortable } from './sortable.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

type SortableListProps<Item> = {
  /** Accessible name of the list. */
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  nameOf: (item: Item) => string;
  onChange: (items: Item[]) => void;
  children: (item: Item) => ReactNode;
};

/** Rows from which a list also has a menu that moves a row to any position. */
const fewestWithMenu = 4;

/** List whose order can be changed: each row has its number, a handle, two arrows and, in longer lists, a menu. */
export function SortableList<Item>({ label, items, keyOf, nameOf, onChange, children }: SortableListProps<Item>) {
  const sortable = useSortable({ items, keyOf, nameOf, onChange });
  const hasMenu = items.length >= fewestWithMenu;
  return (
    <>
      <ol ref={sortable.list} aria-label={label} className="flex flex-col gap-2">
        {items.map((item, index) => (
          <li
            key={keyOf(item)}
            className={classes(
              'flex min-h-13 items-center gap-2 rounded-md border py-1.5 pr-1 pl-1 text-sm sm:pr-2',
              'data-drag-over:border-primary data-drag-over:bg-accent data-dragged:opacity-50',
              sortable.lifted === index
                ? 'border-primary bg-accent text-accent-foreground shadow-md inset-ring-1 inset-ring-primary'
                : 'border-border bg-card',
            )}
          >
            {/* On phones the menu has the room of the handle. */}
            <span className={classes('flex', hasMenu && 'max-sm:hidden')}>
              <SortHandle sortable={sortable} index={index} name={nameOf(item)} />
            </span>
            <span
              aria-hidden="true"
              className="w-5 flex-none text-center font-semibold text-muted-foreground tabular-nums"
            >
              {index + 1}
            </span>
            <span className="min-w-0 flex-1 wrap-anywhere">{children(item)}</span>
            <span className="flex gap-0.5">
              <MoveButtons sortable={sortable} index={index} count={items.length} name={nameOf(item)} />
              {hasMenu ? <MoveMenu sortable={sortable} index={index} count={items.length} name={nameOf(item)} /> : null}
            </span>
          </li>
        ))}
      </ol>
      <SortStatus sortable={sortable} />
    </>
  );
}

type PartProps = { sortable: Sortable; index: number; name: string };

/** Handle of a row, for the pointer and the keyboard. */
export function SortHandle({ sortable, index, name }: PartProps) {
  const id = useId();
  return (
    <button
      type="button"
      data-drag-handle=""
      aria-pressed={sortable.lifted === index}
      aria-describedby={id}
      onClick={() => sortable.toggleLift(index)}
      onBlur={sortable.putDown}
      onKeyDown={(event) => sortable.onHandleKey(event, index)}
      className="grid size-9 flex-none cursor-grab place-items-center rounded-md text-muted-foreground hover:bg-accent pointer-coarse:size-11"
    >
      <GripVertical size={18} />
      <VisuallyHidden>Pick up {name}</VisuallyHidden>
      <span id={id} hidden>
        Pick it up with the space bar, move it with the arrow keys, put it down with the space bar. Escape puts it back.
      </span>
    </button>
  );
}

/** Arrows that move a row by one place. At the end they stay reachable, so that the focus is not lost. */
export function MoveButtons({ sortable, index, count, name }: PartProps & { count: number }) {
  const look = 'aria-disabled:cursor-default aria-disabled:text-muted-foreground/50 aria-disabled:hover:bg-transparent';
  return (
    <span className="flex gap-0.5">
      <IconButton
        size="small"
        label={`Move up: ${name}`}
        icon={<ArrowUp size={18} />}
        aria-disabled={index === 0 || undefined}
        className={look}
        onClick={() => sortable.move(index, index - 1)}
      />
      <IconButton
        size="small"
        label={`Move down: ${name}`}
        icon={<ArrowDown size={18} />}
        aria-disabled={index === count - 1 || undefined}
        className={look}
        onClick={() => sortable.move(index, index + 1)}
      />
    </span>
  );
}

/** Menu that moves a row to any other position. */
function MoveMenu({ sortable, index, count, name }: PartProps & { count: number }) {
  const places = Array.from({ length: count }, (_, place) => place).filter((place) => place !== index);
  return (
    <LazyMenu
      trigger={<IconButton size="small" label={`Move to…: ${name}`} icon={<ArrowDownUp size={18} />} />}
      className="max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto"
      items={places.map((place) => ({
        kind: 'action',
        label: `Position ${place + 1}`,
        onSelect: () => sortable.move(index, place),
      }))}
      onUnavailable={() => sortable.say('The menu did not load. Use the arrows, or try again.')}
    />
  );
}

/** Announces each move, and shows the keys while a row is picked up. */
export function SortStatus({ sortable }: { sortable: Sortable }) {
  return (
    <>
      <p role="status" className="sr-only">
        {sortable.said}
      </p>
      {sortable.lifted === null ? null : (
        <p
          aria-hidden="true"
          className="mt-3 flex flex-wrap items-center gap-x-3.5 gap-y-1.5 text-xs text-muted-foreground"
        >
          <span>Position {sortable.lifted + 1} picked up.</span>
          <Keys keys={['↑', '↓']}>move</Keys>
          <Keys keys={['Space']}>put down</Keys>
          <Keys keys={['Esc']}>back to where it was</Keys>
        </p>
      )}
    </>
  );
}

/** Keyboard keys and their effect; hidden on touch screens. */
export function Keys({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1 pointer-coarse:hidden">
      {keys.map((key) => (
        <kbd
          key={key}
          className="rounded-xs border border-border bg-muted px-1.5 font-sans text-xs font-semibold text-muted-foreground"
        >
          {key}
        </kbd>
      ))}
      {children}
    </span>
  );
}
