import type { ReactNode } from 'react';
import { countText } from './table-display.ts';

export type Bar = { key: string | number; name: ReactNode; count: number };

/** Names with a bar and a count each; the most is a full bar. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className="grid flex-1 content-between gap-3.5">
      {bars.map(({ key, name, count }) => (
        <li
          key={key}
          className="grid grid-cols-[7rem_minmax(0,1fr)_2.5rem] items-center gap-2.5 text-xs lg:grid-cols-[8.5rem_minmax(0,1fr)_3rem] lg:gap-3.5 lg:text-sm"
        >
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <svg aria-hidden="true" className="h-5 w-full">
            <rect width={`${(count / most) * 100}%`} height="100%" rx="3" fill="var(--chart-1)" />
          </svg>
          <span className="text-right font-semibold tabular-nums">{countText(count)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The same with names too long to stand beside their bars. */
export function NamedBars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className="grid gap-3 text-sm">
      {bars.map(({ key, name, count }) => (
        <li key={key} className="grid grid-cols-[minmax(0,1fr)_3rem] items-center gap-x-3.5 gap-y-1">
          <span className="col-span-2 min-w-0 wrap-anywhere">{name}</span>
          <svg aria-hidden="true" className="h-3 w-full">
            <rect width={`${(count / most) * 100}%`} height="100%" rx="3" fill="var(--chart-1)" />
          </svg>
          <span className="text-right leading-5 font-semibold tabular-nums">{countText(count)}</span>
        </li>
      ))}
    </ul>
  );
}
