import type { LucideIcon } from 'lucide-react';
import { classes } from './classes.ts';
import { Skeleton } from './Skeleton.tsx';

export type Counter<Key extends string> = {
  key: Key;
  label: string;
  Icon: LucideIcon;
  /** Colour classes of the icon by role, such as "bg-info-soft text-info-text". */
  look: string;
};

export type CountersProps<Key extends string> = {
  counters: readonly Counter<Key>[];
  /** Undefined while the counts load (`isPending`, with skeletons) or are unknown (with dashes). */
  counts: Readonly<Record<Key, number>> | undefined;
  isPending: boolean;
  /** Counters that are buttons, because the list can be filtered by them. */
  filters?: Partial<Readonly<Record<Key, CounterFilter>>>;
};

export type CounterFilter = { isPressed: boolean; onPress: () => void };

const tile = 'flex w-full items-center gap-4 rounded-lg border border-border bg-card p-3.5 text-left lg:px-5 lg:py-4';
const button = 'hover:bg-accent aria-pressed:border-primary aria-pressed:bg-accent aria-pressed:text-accent-foreground';

/** Figures above a list, in a row of four. */
export function Counters<Key extends string>({ counters, counts, isPending, filters }: CountersProps<Key>) {
  return (
    <ul aria-label="Summary" className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {counters.map(({ key, ...counter }) => {
        const filter = filters?.[key];
        const figure = <Figure {...counter} count={counts?.[key]} isPending={isPending} />;
        return (
          <li key={key}>
            {filter ? (
              <button
                type="button"
                aria-pressed={filter.isPressed}
                onClick={filter.onPress}
                className={classes(tile, button)}
              >
                {figure}
              </button>
            ) : (
              <div className={tile}>{figure}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type FigureProps = Omit<Counter<string>, 'key'> & { count: number | undefined; isPending: boolean };

function Figure({ label, Icon, look, count, isPending }: FigureProps) {
  return (
    <>
      <span className={`grid size-10 flex-none place-items-center rounded-md max-lg:hidden ${look}`}>
        <Icon size={20} />
      </span>
      <span>
        <b className="block font-display text-2xl leading-8.5 font-semibold tabular-nums">
          {isPending ? <Skeleton className="h-6 w-12" /> : (count ?? '–')}
        </b>{' '}
        <span className="block text-sm text-muted-foreground">{label}</span>
      </span>
    </>
  );
}
